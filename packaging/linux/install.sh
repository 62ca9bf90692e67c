#!/bin/sh
# Installs Perceptron Lab without root, and removes it again. The .run file unpacks this beside the program and starts it.
set -eu
# What is installed is for everybody who may look into the folder; makeself unpacks, and starts this, so that only its user may.
umask 022

usage() {
    cat <<'END'
perceptron-lab-*.run [-- OPTION ...]
  --prefix DIR   install below DIR (~/.local unless told): DIR/lib, DIR/bin, DIR/share
  --silent       say nothing but what went wrong
  --uninstall    remove what is installed there
  --help         show this help
END
}

refuse() {
    printf '%s\n' "$1" >&2
    exit 2
}

prefix=${HOME:-}/.local
share=${XDG_DATA_HOME:-${HOME:-}/.local/share}
silent='' uninstall=''
while [ $# -gt 0 ]; do
    case $1 in
    --prefix) [ $# -gt 1 ] || refuse "--prefix needs a folder."; prefix=$2 share=$2/share; shift ;;
    --prefix=*) prefix=${1#--prefix=} share=$prefix/share ;;
    --silent) silent=yes ;;
    --uninstall) uninstall=yes ;;
    --help) usage; exit 0 ;;
    *) refuse "There is no option \"$1\", see --help." ;;
    esac
    shift
done

here=$(pwd)
app=$prefix/lib/perceptron-lab
link=$prefix/bin/perceptron-gui
case $app in
/*) ;;
*) refuse "$prefix: name the folder from the root, as in /home/me/.local." ;;
esac
case $app$share in
*[\"\$\`\\%\|]* | *'
'*) refuse "$prefix: a desktop entry cannot name a folder with such letters." ;;
esac

if [ "$uninstall" ]; then
    [ -x "$app/uninstall.sh" ] || refuse "Perceptron Lab is not installed in $prefix."
    exec "$app/uninstall.sh" ${silent:+--silent}
fi

# Nothing that is not ours is replaced.
[ ! -e "$app" ] || [ -f "$app/installed.txt" ] || refuse "$app is there already, and is not Perceptron Lab."
if [ -e "$link" ] || [ -L "$link" ]; then
    [ "$(readlink "$link" 2>/dev/null)" = "$app/perceptron-gui" ] ||
        refuse "$link is there already, and is not of this installation: remove it first (pip uninstall perceptron-gui?)."
fi

record=$here/installed.txt
: >"$record"
# Folders that an earlier version made are still ours to remove.
[ ! -f "$app/installed.txt" ] || grep '^d ' "$app/installed.txt" >"$record" || true

make_folder() {
    [ -d "$1" ] && return
    make_folder "$(dirname "$1")"
    mkdir "$1"
    printf 'd %s\n' "$1" >>"$record"
}

for folder in "$prefix/lib" "$prefix/bin" "$share"; do make_folder "$folder"; done
printf 'l %s\n' "$link" >>"$record"
(cd "$here/share" && find . -type f) | sort >"$here/files.txt"
while read -r file; do
    target=$share/${file#./}
    make_folder "$(dirname "$target")"
    case $file in
    *.desktop)
        while IFS= read -r line; do
            case $line in
            Exec=*) printf 'Exec="%s" %%f\n' "$app/perceptron-gui" ;;
            *) printf '%s\n' "$line" ;;
            esac
        done <"share/$file" >"$target.new"
        ;;
    *) cp "share/$file" "$target.new" ;;
    esac
    chmod 644 "$target.new"
    mv -f "$target.new" "$target"
    printf 'f %s\n' "$target" >>"$record"
done <"$here/files.txt"
printf 's %s\n' "$share" >>"$record"

# The new program stands beside the old one before it takes its place: a copy that fails leaves the old one whole.
new=$app.new.$$ old=$app.old.$$
trap 'rm -rf "$new"' EXIT
cp -R "$here/program" "$new"
chmod -R go+rX "$new"
cp "$here/uninstall.sh" "$record" "$new/"
chmod 755 "$new/uninstall.sh"
chmod 644 "$new/installed.txt"
[ ! -e "$app" ] || mv "$app" "$old"
mv "$new" "$app"
rm -rf "$old"
ln -sf "$app/perceptron-gui" "$link"

! command -v update-desktop-database >/dev/null || update-desktop-database -q "$share/applications" || true
! command -v update-mime-database >/dev/null || update-mime-database "$share/mime" >/dev/null 2>&1 || true
[ "$silent" ] || printf '%s\n' "Perceptron Lab is installed in $app." "Start it from the menu, or as $link." \
    "Remove it by $app/uninstall.sh."
