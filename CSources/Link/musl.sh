#!/bin/sh
# musl.sh FOLDER: makes FOLDER a sysroot of musl for this machine's processor, with the static libraries that the
# library and its tests need. Debian has them for glibc alone, so they are compiled from Debian's sources by musl-gcc.
# libcurl is without TLS: a program that needs it links its own.
#
# apt works in FOLDER.apt, so nothing is installed. DEBIAN_MIRROR and DEBIAN_SUITE choose another mirror and release.
set -eu

mkdir -p "$(dirname "$1")"
folder=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. /etc/os-release
suite=${DEBIAN_SUITE:-$([ "$ID" = debian ] && echo "${VERSION_CODENAME:-bookworm}" || echo bookworm)}
mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 2>/dev/null |
    grep -v security | head -n 1)}
mirror=${mirror:-http://deb.debian.org/debian}

rm -rf "$folder" "$folder.new"
mkdir -p "$folder.apt/lists/partial" "$folder.apt/archives/partial" "$folder.apt/preferences.d" \
    "$folder.new/usr/include" "$folder.new/usr/lib"
state=$(cd "$folder.apt" && pwd)
root=$(cd "$folder.new" && pwd)/usr
: >"$state/status"
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$state/sources.list"

in_apt() {
    apt-get -qq -o Dir::State="$state" -o Dir::State::status="$state/status" -o Dir::Cache="$state" \
        -o Dir::Etc::sourcelist="$state/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts="$state/preferences.d" \
        -o Debug::NoLocking=1 -o Acquire::Retries=3 -o APT::Sandbox::User="$(id -un)" "$@"
}
in_apt update
cd "$state"
in_apt source --download-only sqlite3 libuv1 curl cmocka cjson

# The folder of a package's own source, without Debian's changes, which are for Debian's machines.
unpack() {
    archive=$(ls "$1"_*.orig.tar.* | grep -v '\.asc$')
    rm -rf "source-$1" && mkdir "source-$1"
    tar -xf "$archive" -C "source-$1" --strip-components=1
    echo "$state/source-$1"
}
# archive NAME FLAG... FILE...: compiles files into a library.
archive() {
    name=$1
    shift
    rm -rf objects && mkdir objects
    (cd objects && musl-gcc -O2 -fPIC -ffunction-sections -fdata-sections -w -c "$@")
    ar rcsD "$root/lib/lib$name.a" objects/*.o
}

machine=$(musl-gcc -dumpmachine)
multiarch=${machine%-*-*}-linux
cp -r "/usr/include/$multiarch-musl/." "$root/include"
cp -r "/usr/lib/$multiarch-musl/." "$root/lib"
for name in linux asm-generic; do cp -r "/usr/include/$name" "$root/include"; done
cp -r "/usr/include/$multiarch-gnu/asm" "$root/include"

source=$(unpack sqlite3)
(cd "$source" && ./configure --disable-tcl >configure.log && make sqlite3.c >make.log)
cp "$source/sqlite3.h" "$source/sqlite3ext.h" "$root/include"
archive sqlite3 -DSQLITE_THREADSAFE=1 -DSQLITE_OMIT_LOAD_EXTENSION -DHAVE_USLEEP=1 -DHAVE_FDATASYNC=1 "$source/sqlite3.c"

source=$(unpack libuv1)
cp -r "$source/include/." "$root/include"
system='async core dl fs getaddrinfo getnameinfo loop-watcher loop pipe poll process random-devurandom signal stream tcp
    thread tty udp linux-core linux-inotify linux-syscalls procfs-exepath random-getrandom random-sysctl-linux epoll
    proctitle'
archive uv -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -D_LARGEFILE_SOURCE -I"$root/include" -I"$source/include" \
    -I"$source/src" "$source"/src/*.c $(for name in $system; do echo "$source/src/unix/$name.c"; done)

source=$(unpack curl)
(cd "$source" && ./configure CC=musl-gcc --disable-shared --without-ssl --without-zlib --without-brotli --without-zstd \
    --without-libpsl --without-libidn2 --without-nghttp2 --without-librtmp --disable-ldap --disable-manual \
    --enable-threaded-resolver >configure.log 2>&1 && make -C lib >make.log 2>&1)
cp -r "$source/include/curl" "$root/include"
cp "$source/lib/.libs/libcurl.a" "$root/lib"

source=$(unpack cmocka)
cp "$source/include/cmocka.h" "$root/include"
archive cmocka -DHAVE_CLOCK_GETTIME=1 -DHAVE_STRUCT_TIMESPEC=1 -DHAVE_SIGNAL_H=1 -DHAVE_STDINT_H=1 -DHAVE_STRINGS_H=1 \
    -DHAVE_SNPRINTF=1 -DHAVE_VSNPRINTF=1 -DHAVE_MALLOC_H=1 -I"$source/include" "$source/src/cmocka.c"

source=$(unpack cjson)
mkdir -p "$root/include/cjson"
cp "$source/cJSON.h" "$root/include/cjson"
archive cjson "$source/cJSON.c"

cd "$folder.apt"
rm -rf source-* objects
mv "$folder.new" "$folder"
echo "$folder: musl and $(ls "$folder"/usr/lib/*.a | wc -l) libraries, $(du -sh "$folder" | cut -f1)"
