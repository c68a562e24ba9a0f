#!/bin/sh
# Instructions an operation, counted with valgrind --tool=callgrind: they repeat where times do not.
#
#     instructions.sh PROGRAM [WORKLOADS [CONTESTANTS]]
#
# Only measured_pass is counted, a warm pass, with N and with 2 N operations on fresh trees; the difference is divided
# by N. The goal that is checked: W5 by string, at most 315.
# KEEP=DIR keeps the files for callgrind_annotate.
set -eu
program=$1
workloads=${2:-"W5 W1"}
contestants=${3:-"tally-string tally-batch-string tally-node tally-batch-node tally-apply-node c-string c-node"}
directory=${KEEP:-$(mktemp -d)}
mkdir -p "$directory"
[ -n "${KEEP:-}" ] || trap 'rm -rf "$directory"' EXIT
command -v valgrind >/dev/null || { echo "instructions.sh: valgrind is missing (make deps-test)" >&2; exit 2; }

# count WORKLOAD CONTESTANT OPERATIONS
count() {
  valgrind --tool=callgrind --toggle-collect=measured_pass --callgrind-out-file="$directory/$1-$2-$3.out" \
    "$program" --single "$2" --only "$1" --ops "$3" >"$directory/log" 2>&1 \
    || { cat "$directory/log" >&2; exit 1; }
  sed -n 's/^.*Collected : *//p' "$directory/log"
}

printf 'instructions per operation, warm\n%-22s' ''
for workload in $workloads; do printf '%10s' "$workload"; done
printf '\n'
status=0
for contestant in $contestants; do
  printf '%-22s' "$contestant"
  for workload in $workloads; do
    n=20000
    once=$(count "$workload" "$contestant" $n)
    twice=$(count "$workload" "$contestant" $((2 * n)))
    each=$(((twice - once + n / 2) / n))
    printf '%10s' "$each"
    [ "$workload $contestant" = "W5 tally-string" ] && goal=$each
  done
  printf '\n'
done
if [ -n "${goal:-}" ]; then
  [ "$goal" -le 315 ] && word=met || word=MISSED
  echo "goal, W5 by string: $goal of at most 315: $word"
fi
