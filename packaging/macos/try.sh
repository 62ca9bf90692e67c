#!/bin/sh
# Installs from a disk image on a Mac that nobody minds, tries and removes: try.sh IMAGE RESULTS.
set -eu
image=$1 results=$2
mounted=$(mktemp -d)
folder=$(mktemp -d)
hdiutil attach -quiet -nobrowse -readonly -mountpoint "$mounted" "$image"
ditto "$mounted/Perceptron Lab.app" "$folder/Perceptron Lab.app"
hdiutil detach -quiet "$mounted"
codesign --verify --deep --strict "$folder/Perceptron Lab.app"
plutil -lint "$folder/Perceptron Lab.app/Contents/Info.plist"
program="$folder/Perceptron Lab.app/Contents/MacOS/perceptron-gui"
"$program" --version
"$program" --smoke "$results"
grep -q "compiled loop: in use" "$results/report.txt"
rm -r "$folder"
