#!/bin/sh
# Starts Perceptron Lab from this stick, on a computer that has Python 3.11 to 3.14 and no internet. The first start installs it
# into a folder of the user's, which takes a minute; remove that folder to be rid of it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
version=@VERSION@
case $(uname) in
Darwin) home=$HOME/Library/Application\ Support/perceptron-lab ;;
*) home=${XDG_DATA_HOME:-$HOME/.local/share}/perceptron-lab ;;
esac
folder=$home/$version
if [ ! -e "$folder/installed.txt" ]; then
    python=
    for name in python3.14 python3.13 python3.12 python3.11 python3; do
        if command -v "$name" >/dev/null &&
            "$name" -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null; then
            python=$name
            break
        fi
    done
    [ "$python" ] || { echo "Perceptron Lab needs Python 3.11 to 3.14 with its module venv." >&2; exit 2; }
    echo "Perceptron Lab is being installed into $folder ..."
    "$python" -m venv --clear "$folder"
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --find-links "$here/wheelhouse" \
        --no-deps --only-binary :all: --require-hashes -r "$here/wheelhouse/requirements.txt"
    # Written last: an installation that was cut short is begun again.
    echo installed >"$folder/installed.txt"
fi
exec "$folder/bin/perceptron-gui" "$@"
