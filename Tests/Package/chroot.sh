#!/bin/sh
# The proof that the packages are complete: in a Debian of this release that has nothing but them and what they ask
# for, the examples of the README compile and run as they stand there.
#
#   chroot.sh FOLDER_OF_PACKAGES      as root; TALLY_KEEP=1 keeps the chroot, and says where it is
set -eu

packages=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
if [ "$(id -u)" != 0 ]; then
    echo "chroot.sh: left out, since only root can make a chroot" >&2
    exit 0
fi

. /etc/os-release
mirror=${TALLY_DEBIAN_MIRROR:-$(grep -rhoE '^[^#]*https?://[^ ]*/debian/?( |$)' /etc/apt/sources.list \
    /etc/apt/sources.list.d 2>/dev/null | head -1 | grep -o 'http[^ ]*' || true)}
root=$(mktemp -d)
if [ -z "${TALLY_KEEP:-}" ]; then trap 'rm -rf --one-file-system "$root"' EXIT; else echo "the chroot: $root"; fi

debootstrap --variant=minbase --include=ca-certificates "$VERSION_CODENAME" "$root" \
    "${mirror:-http://deb.debian.org/debian}" >"$root.log" 2>&1 || { tail -20 "$root.log"; exit 1; }
rm -f "$root.log"
# It reaches the mirror as this machine does, and starts no services.
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp /etc/apt/apt.conf.d/*proxy* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
mkdir "$root/packages" "$root/work"
cp "$packages"/*.deb "$root/packages/"
rm -f "$root"/packages/*dbgsym*
python3 "$here/examples.py" "$root/work"

# /proc, where Swift's programs read their arguments, goes with the namespace.
unshare --mount sh -c 'mount -t proc proc "$1/proc" && exec chroot "$1" sh -eu' - "$root" <<'INSIDE'
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
say() { echo "== $*"; }

say "the library and the command need nothing else"
apt-get install -y --no-install-recommends /packages/libtally0_*.deb /packages/tally_*.deb >/tmp/log 2>&1 \
    || { tail -30 /tmp/log; exit 1; }
cd /work
tally set root.chat.bo 3 --db badges.db
[ "$(tally get chat --db badges.db)" = "root.chat 1 3" ]
[ "$(tally verify --db badges.db)" = "sound" ]
if command -v cc; then exit 1; fi

say "what programs are made with"
apt-get install -y --no-install-recommends gcc libc6-dev pkg-config python3 /packages/*.deb >/tmp/log 2>&1 \
    || { tail -30 /tmp/log; exit 1; }

say "the README's example in C, by its own command and by pkg-config"
sh -c "$(cat command)"
./hello >out
cat out
grep -qx 'root.chat still shows: a child does' out
rm -f hello.db*
cc hello.c -o installed $(pkg-config --cflags --libs tally)
./installed >out.installed
cmp out out.installed
rm -f hello.db*
cc hello.c -o static $(pkg-config --static --cflags --libs tally | sed 's/-ltally/-l:libtally.a/')
./static >out.static
cmp out out.static

say "the README's example in Python"
rm -f hello.db*
python3 hello.py >out.python
cat out.python
[ "$(tail -1 out.python)" = "root shows 0" ]

say "all of it goes again"
dpkg --purge $(dpkg-query -W -f '${Package}\n' '*tally*') >/dev/null
left=$(find / -xdev -path /packages -prune -o -path /work -prune -o -name '*tally*' -print)
[ -z "$left" ] || { echo "left over: $left"; exit 1; }
INSIDE
echo "the packages are complete"
