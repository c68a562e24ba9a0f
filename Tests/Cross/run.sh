#!/bin/sh
# run.sh QEMU SYSROOT FOLDER TEST...: runs the programs in FOLDER, which are for another machine, in QEMU. Without a
# QEMU ('') this machine runs them, because they are static. Prints a line a program; its output is in FOLDER/NAME.log.
# TALLY_LIMIT is how many seconds each may take (600).
set -u

qemu=$1
sysroot=$(cd "$2" && pwd)
folder=$(cd "$3" && pwd)
shift 3

[ -z "$qemu" ] || qemu="$qemu -L $sysroot"
# Programs that tests run as processes of their own go through QEMU as well.
for name in writer consumer; do
    printf '#!/bin/sh\nexec %s %s "$@"\n' "$qemu" "$folder/$name" >"$folder/$name.sh"
    chmod +x "$folder/$name.sh"
done
export TALLY_WRITER="$folder/writer.sh" TALLY_CONSUMER="$folder/consumer.sh"
[ -z "$qemu" ] || export TALLY_EMULATED=1

where=${qemu:+ in ${qemu%% *}}
failed=0
for test in "$@"; do
    begin=$(date +%s)
    timeout "${TALLY_LIMIT:-600}" $qemu "$folder/$test" >"$folder/$test.log" 2>&1
    status=$?
    seconds=$(($(date +%s) - begin))
    if [ $status = 0 ]; then
        echo "ok  $test$where, $seconds s: $(grep -av '^    shortened \|^    left out ' "$folder/$test.log" | grep -a . | tail -n 1)"
        sed -n '/^    shortened /p; /^    left out /p' "$folder/$test.log"
    else
        failed=1
        echo "FAILED  $test$where, $seconds s, status $status; the end of $folder/$test.log:"
        tail -n 40 "$folder/$test.log"
    fi
done
exit $failed
