#!/bin/sh
# Installs the Debian packages that are named and missing: as root, or through sudo. Else prints the command and fails.
set -eu

missing=
for package in "$@"; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

command="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" = 0 ]; then
    prefix=
elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    prefix=sudo
else
    echo "These packages are missing; install them with:" >&2
    echo "    sudo $command" >&2
    exit 1
fi
echo "installing:$missing"
export DEBIAN_FRONTEND=noninteractive
# An old or empty list of packages is the usual reason for a first attempt to fail.
$prefix $command >/dev/null 2>&1 || { $prefix apt-get update && $prefix $command; }
