#!/bin/sh
# sysroot.sh ARCHITECTURE FOLDER PACKAGE...: unpacks Debian packages of another architecture, and all that they depend
# on, into FOLDER. Nothing is installed on this machine.
#
# apt works in FOLDER.apt, with a list of installed packages that is empty, so it names everything, libc included. What
# was downloaded is then in FOLDER.apt/archives: it is what the packages of the library say they depend on.
# DEBIAN_MIRROR and DEBIAN_SUITE choose another mirror and another release of Debian.
set -eu

architecture=$1
folder=$2
shift 2

# The packages are those of this machine's release, if it has the architecture. riscv64 came with trixie.
. /etc/os-release
suite=$([ "$ID" = debian ] && echo "${VERSION_CODENAME:-bookworm}" || echo bookworm)
[ "$architecture/$suite" != riscv64/bookworm ] || suite=trixie
suite=${DEBIAN_SUITE:-$suite}
# The mirror that this machine itself uses.
mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 2>/dev/null |
    grep -v security | head -n 1)}
mirror=${mirror:-http://deb.debian.org/debian}

rm -rf "$folder"
mkdir -p "$folder.apt/lists/partial" "$folder.apt/archives/partial" "$folder.apt/preferences.d"
folder=$(cd "$(dirname "$folder")" && pwd)/$(basename "$folder")
state=$folder.apt
: >"$state/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$state/sources.list"

in_apt() {
    command=$1
    shift
    "$command" -qq -o APT::Architecture="$architecture" -o APT::Architectures="$architecture" \
        -o Dir::State="$state" \
        -o Dir::State::status="$state/status" -o Dir::Cache="$state" -o Dir::Etc::sourcelist="$state/sources.list" \
        -o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::preferences=/dev/null \
        -o Dir::Etc::preferencesparts="$state/preferences.d" -o APT::Get::List-Cleanup=0 -o Acquire::Retries=3 \
        -o Debug::NoLocking=1 -o APT::Sandbox::User="$(id -un)" "$@"
}
in_apt apt-get update
# The package with the compiler's start files and libgcc: the newest one of the release.
compiler=$(in_apt apt-cache pkgnames libgcc- | grep -x 'libgcc-[0-9]*-dev' | sort -V | tail -n 1)
in_apt apt-get --no-install-recommends --download-only --yes install "$compiler" "$@" >"$state/log" 2>&1 || {
    cat "$state/log" >&2
    exit 1
}

# One tree, as Debian has it since bookworm: /lib is /usr/lib. It gets its name once it is complete.
rm -rf "$folder.new"
mkdir -p "$folder.new/usr/lib" "$folder.new/usr/bin" "$folder.new/usr/sbin"
for name in lib bin sbin; do ln -s "usr/$name" "$folder.new/$name"; done
for package in "$state"/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$folder.new" --keep-directory-symlink --no-same-owner \
        --exclude='./usr/share/doc/*' --exclude='./usr/share/man/*' --exclude='./usr/share/locale/*' \
        --exclude='./dev/*'
done
# Links that begin at the root would lead to this machine's files.
find "$folder.new" -type l -lname '/*' | while read -r link; do
    target=$folder.new$(readlink "$link")
    [ ! -e "$target" ] || ln -snf "$(realpath -m --relative-to="$(dirname "$link")" "$target")" "$link"
done
mv "$folder.new" "$folder"
echo "$folder: $(ls "$state"/archives/*.deb | wc -l) packages of $suite, $(du -sh "$folder" | cut -f1)"
