#!/bin/sh
# Two builds give the same bytes: in folders of different names, one after the other, in different time zones and with
# different rights of new files.
#
#   reproducible.sh            builds the libraries twice (a few minutes)
#   reproducible.sh packages   the same with the command and the Debian packages
set -eu

what=${1:-libraries}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
first=$folder/first
second=$folder/a/second/with/a/longer/name

# build NAME: the sources are copied as they stand here, without what was built.
build() {
    mkdir -p "$1"
    tar -cf - --exclude=./build --exclude='./.build*' --exclude=./.git --exclude=__pycache__ . | tar -xf - -C "$1"
    make -C "$1" --no-print-directory lib >"$folder/log" 2>&1 || { tail -50 "$folder/log"; exit 1; }
    if [ "$what" = packages ]; then
        make -C "$1" --no-print-directory cli deb >"$folder/log" 2>&1 || { tail -50 "$folder/log"; exit 1; }
    fi
}

# The time that packages name is the sources', not that of their copies.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Package.swift)}
export SOURCE_DATE_EPOCH
(TZ=UTC; export TZ; umask 022; build "$first")
(TZ=Asia/Tokyo; export TZ; umask 077; build "$second")

files="build/libtally.so.0 build/libtally.a"
[ "$what" = libraries ] || files="$files build/tally $(cd "$first" && ls build/deb/*.deb)"
passed=0
failed=0
for file in $files; do
    if cmp "$first/$file" "$second/$file"; then
        echo "the same bytes: $file"
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
