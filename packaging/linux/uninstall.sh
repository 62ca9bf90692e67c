#!/bin/sh
# Removes what install.sh has put there (installed.txt beside this file names it), and nothing else.
set -eu
app=$(cd "$(dirname "$0")" && pwd)
record=$(mktemp)
trap 'rm -f "$record"' EXIT
cp "$app/installed.txt" "$record"
share=$(sed -n 's/^s //p' "$record" | tail -n 1)

while read -r kind path; do
    case $kind in
    f) rm -f "$path" ;;
    l) [ "$(readlink "$path" 2>/dev/null)" != "$app/perceptron-gui" ] || rm -f "$path" ;;
    esac
done <"$record"
rm -rf "$app"

# What the desktop had worked out from our files: worked out again, or removed where there is nothing left to work out.
if ls "$share/applications/"*.desktop >/dev/null 2>&1; then
    ! command -v update-desktop-database >/dev/null || update-desktop-database -q "$share/applications" || true
else
    rm -f "$share/applications/mimeinfo.cache"
fi
if ls "$share/mime/packages/"*.xml >/dev/null 2>&1; then
    ! command -v update-mime-database >/dev/null || update-mime-database "$share/mime" >/dev/null 2>&1 || true
else
    for name in aliases generic-icons globs globs2 icons magic mime.cache subclasses treemagic types version XMLnamespaces; do
        rm -f "$share/mime/$name"
    done
    rm -f "$share/mime/application/vnd.perceptronlab."*.xml
    rmdir "$share/mime/application" 2>/dev/null || true
fi

# Folders that were made for it, the innermost first, unless something of somebody else is in them by now.
sed -n 's/^d //p' "$record" | sort -r | while read -r folder; do rmdir "$folder" 2>/dev/null || true; done
[ "${1:-}" = --silent ] || printf '%s\n' "Perceptron Lab is removed. Preferences and unsaved points stay; ADMIN.md says where."
