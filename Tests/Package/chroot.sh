#!/bin/sh
# The proof that the packages are complete: in a Debian of this release that has nothing but them and what they ask
# for, the first program of the pages compiles and runs as it stands there, in C and Python. The packages are those that
# their SHA256SUMS lists.
#
#   chroot.sh FOLDER_OF_PACKAGES FOLDER_FOR_DOWNLOADS WHEEL
#
# As root, who may mount; TALLY_KEEP=1 keeps the chroot, and says where it is. The bare Debian, and what apt fetches
# into it, are kept in the second folder for the next time.
set -eu

packages=$(realpath "$1")
wheel=$(realpath "$3")
mkdir -p "$2/archives"
kept=$(realpath "$2")
here=$(realpath "$(dirname "$0")")
if [ "$(id -u)" != 0 ] || ! unshare --mount true 2>/dev/null; then
    echo "test-package needs root, who may also mount (unshare --mount): it makes a chroot." >&2
    exit 1
fi

(cd "$packages" && sha256sum --strict --quiet --check SHA256SUMS && [ "$(wc -l <SHA256SUMS)" = "$(ls ./*.deb | wc -l)" ])

. /etc/os-release
mirror=${TALLY_DEBIAN_MIRROR:-$(grep -rhoE '^[^#]*https?://[^ ]*/debian/?( |$)' /etc/apt/sources.list \
    /etc/apt/sources.list.d 2>/dev/null | head -1 | grep -o 'http[^ ]*' || true)}
root=$(mktemp -d)
# A shell that a signal ends does not run its EXIT trap.
trap 'exit 1' HUP INT TERM
if [ -z "${TALLY_KEEP:-}" ]; then trap 'rm -rf --one-file-system "$root"' EXIT; else echo "the chroot: $root"; fi

# debootstrap, and the commands below, mount file systems in a namespace, so these are unmounted however it ends.
debian=$kept/$VERSION_CODENAME.tar
if [ ! -e "$debian" ]; then
    unshare --mount debootstrap --variant=minbase --include=ca-certificates "$VERSION_CODENAME" "$root" \
        "${mirror:-http://deb.debian.org/debian}" >"$kept/log" 2>&1 || { tail -20 "$kept/log"; exit 1; }
    tar -C "$root" --exclude='./proc/*' --exclude='./sys/*' -cf "$debian.new" .
    mv "$debian.new" "$debian"
else
    tar -C "$root" -xpf "$debian"
fi
# It reaches the mirror as this machine does, and starts no services.
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp /etc/apt/apt.conf.d/*proxy* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
mkdir "$root/packages" "$root/work"
cp "$packages"/*.deb "$root/packages/"
rm -f "$root"/packages/*dbgsym*
mkdir "$root/wheels"
cp "$wheel" "$root/wheels/"
python3 "$here/examples.py" "$root/work"

# Swift's programs read their arguments in /proc.
unshare --mount sh -euc 'mount -t proc proc "$1/proc"; mount --bind "$2" "$1/var/cache/apt/archives"
    exec chroot "$1" sh -eu' - "$root" "$kept/archives" <<'INSIDE'
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
passed=-1
say() { passed=$((passed + 1)); echo "== $*"; }
trap 'if [ $? = 0 ]; then echo "$((passed + 1)) passed, 0 failed"; else echo "$passed passed, 1 failed"; fi' EXIT
quietly() { "$@" >/tmp/log 2>&1 </dev/null || { tail -30 /tmp/log; exit 1; }; }

# The kept list of packages may be older than the mirror's.
apt-get update >/tmp/log 2>&1 </dev/null || true
cd /work

say "the wheel contains all that it needs: the first program in Python"
quietly apt-get install -y --no-install-recommends python3-venv
python3 -m venv /venv
quietly /venv/bin/pip install --no-index /wheels/*.whl
if ldconfig -p | grep -E 'libtally|libuv|libcurl'; then exit 1; fi
/venv/bin/python hello.py >out.wheel
cmp out.wheel hello.py.printed
rm -rf hello.db* /venv /wheels

say "the library and the command need nothing else"
quietly apt-get install -y --no-install-recommends /packages/libtally0_*.deb /packages/tally_*.deb
tally set root.chat.bo 3 --db badges.db
[ "$(tally get chat --db badges.db)" = "root.chat 1 3" ]
[ "$(tally verify --db badges.db)" = "sound" ]
if command -v cc; then exit 1; fi

say "what programs are made with"
quietly apt-get install -y --no-install-recommends gcc libc6-dev pkg-config python3 /packages/*.deb

say "the README's program in C, by its own command and by pkg-config"
sh -c "$(cat command)"
./hello >out
cat out
cmp out hello.c.printed
rm -f hello.db*
cc hello.c -o installed $(pkg-config --cflags --libs tally)
./installed >out.installed
cmp out out.installed
rm -f hello.db*
cc hello.c -o static $(pkg-config --static --cflags --libs tally | sed 's/-ltally/-l:libtally.a/')
./static >out.static
cmp out out.static

say "the first program in Python"
rm -f hello.db*
python3 hello.py >out.python
cat out.python
cmp out.python hello.py.printed

say "all of it goes again"
dpkg --purge $(dpkg-query -W -f '${Package}\n' '*tally*') >/dev/null
left=$(find / -xdev -path /packages -prune -o -path /work -prune -o -name '*tally*' -print)
[ -z "$left" ] || { echo "left over: $left"; exit 1; }
INSIDE
