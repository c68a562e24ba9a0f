#!/bin/sh
# Removes scratch folders of Swift's builds that belong to another place:
#
#   moved.sh
#
# A build in the current folder writes absolute paths into its scratch folders (.build*). After the folder was copied or
# moved, the compiler rejects them ("missing required module 'SwiftShims'"). This script says which ones it removes, and
# the next build makes them again.
set -eu

here=$(pwd -P)
for scratch in .build* */.build* */*/.build*; do
    for plan in "$scratch/release.yaml" "$scratch/debug.yaml"; do
        [ -f "$plan" ] || continue
        grep -qF -e "\"$here/$scratch/" -e "\"$PWD/$scratch/" "$plan" && continue
        echo "$scratch was built in another folder, so it is removed and built again" >&2
        rm -rf "$scratch"
        break
    done
done
