#!/bin/sh
# Checks that Debian packages are installed:
#
#   packages.sh NAME...
#
# If some are missing, it says which, and how to install them, and fails. With TALLY_INSTALL=yes it says the same and
# installs them, as root or through sudo. The Makefile sets that for `make deps`, `make demo`, `make test` and
# `make test-all`. On other systems, where the packages have other names, it checks nothing: the compiler says what is
# missing.
set -eu

command -v dpkg-query >/dev/null 2>&1 || exit 0
missing=
for package in "$@"; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || case "$missing " in *" $package "*) ;; *) missing="$missing $package" ;; esac
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    prefix=
elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    prefix=sudo
else
    prefix=none
fi
echo "These Debian packages are needed and not installed:$missing" >&2
if [ "${TALLY_INSTALL:-}" != yes ] || [ "$prefix" = none ]; then
    echo "Install them with" >&2
    echo "    sudo apt-get install --no-install-recommends$missing" >&2
    [ "${TALLY_INSTALL:-}" = yes ] || echo "\`make deps\` installs those that building and installing need." >&2
    exit 1
fi
# Another program may be installing something.
wait="-o DPkg::Lock::Timeout=600"
command="apt-get install -y --no-install-recommends $wait$missing"
echo "They are now installed with the following command. To do it yourself, press Ctrl-C." >&2
echo "    ${prefix:+$prefix }$command" >&2
export DEBIAN_FRONTEND=noninteractive
# An old or empty list of packages is the usual reason for a first attempt to fail.
$prefix $command >/dev/null 2>&1 || { $prefix apt-get update $wait && $prefix $command; }
