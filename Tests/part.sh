#!/bin/sh
# part.sh FOLDER NAME MAKE BUILT: runs one part of a tier of tests; if BUILT is 1, with what is built already. The log
# is FOLDER/NAME.log and the time FOLDER/NAME.seconds. Prints what the test runners say at their ends, or the end of the
# log if the part fails.
set -u

folder=$1
mkdir -p "$folder"
name=$2
make=$3
TALLY_BUILT=$4
export TALLY_BUILT
[ -n "$TALLY_BUILT" ] || unset TALLY_BUILT
log=$folder/$name.log
begin=$(date +%s)
# The part does not share the jobs of the tier: some tests call make themselves.
if env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL "$make" --no-print-directory "$name" >"$log" 2>&1; then
    seconds=$(($(date +%s) - begin))
    echo "$seconds" >"$folder/$name.seconds"
    echo "--- $name: passed, $seconds s"
    grep -E '^== |^\[  PASSED  \]|[0-9]+ passed|^# (tests|pass|fail) |Test run with|^test result:|^OK \(|^ok  |runs, .* assertions|: the same|compile$' \
        "$log" | cut -c1-160 | tail -n 60
else
    seconds=$(($(date +%s) - begin))
    echo "$seconds" >"$folder/$name.failed"
    echo "--- $name: FAILED, $seconds s"
    tail -n 120 "$log"
    exit 1
fi
