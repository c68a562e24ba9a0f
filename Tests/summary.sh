#!/bin/sh
# summary.sh FOLDER: prints the time of each part in FOLDER, the slowest first, and how many passed.
set -u

cd "$1" || exit 1
echo "--- seconds by part"
for file in *.seconds *.failed; do
    [ -f "$file" ] || continue
    printf '%6s  %s\n' "$(cat "$file")" "$(echo "$file" | sed 's/\.seconds$//; s/\.failed$/ FAILED/')"
done | sort -rn
echo "parts: $(ls ./*.seconds 2>/dev/null | wc -l) passed, $(ls ./*.failed 2>/dev/null | wc -l) failed"
