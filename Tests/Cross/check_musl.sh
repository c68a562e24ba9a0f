#!/bin/sh
# check_musl.sh FOLDER: compiles and links the C of the library for musl. Swift is not compiled: Debian has SQLite,
# libuv and libcurl for glibc alone.
set -eu

folder=$1
mkdir -p "$folder"
for file in CSources/CFailure/*.c CSources/CFiles/*.c CSources/CMemory/*.c CSources/CPlatform/*.c; do
    object=$folder/$(basename "$(dirname "$file")")-$(basename "$file" .c).o
    musl-gcc -std=gnu11 -Os -Wall -Wextra -Werror -I CSources/CMemory/include -I CSources/CFiles/include \
        -I CSources/CFailure/include -I CSources/CPlatform/include -c "$file" -o "$object"
done
# A program that has all of it: what it calls is there.
printf 'int main(void) { return 0; }\n' >"$folder/main.c"
musl-gcc -static -Wl,--whole-archive "$folder"/C*.o -Wl,--no-whole-archive "$folder/main.c" -o "$folder/program"
"$folder/program"
echo "ok  C for musl: $(ls "$folder"/C*.o | wc -l) files compile, link and need nothing else"
