#!/bin/sh
# carry.sh FOLDER NAME=COMMAND...: each command, which runs test_carry on a machine, writes; then each reads what all
# have written. Their badges and patches are compared byte by byte.
set -eu

folder=$1
shift
rm -rf "$folder"
mkdir -p "$folder"
places=
for machine in "$@"; do
    name=${machine%%=*}
    TALLY_CARRY_WRITE="$folder/$name" TALLY_TEST=write_what_others_read ${machine#*=} >"$folder/$name.log" 2>&1 || {
        cat "$folder/$name.log"
        exit 1
    }
    places=$places${places:+:}$folder/$name
done
first=${1%%=*}
for machine in "$@"; do
    name=${machine%%=*}
    for end in badges after patch; do cmp "$folder/$first.$end" "$folder/$name.$end"; done
    TALLY_CARRY_WRITE="$folder/$name-again" TALLY_CARRY_READ=$places ${machine#*=} >"$folder/$name.log" 2>&1 || {
        cat "$folder/$name.log"
        exit 1
    }
    echo "ok  $name reads what $# machines have written: $(grep -a PASSED "$folder/$name.log")"
    sed -n '/^    shortened /p; /^    left out /p' "$folder/$name.log"
done
