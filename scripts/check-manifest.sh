#!/usr/bin/env bash
# Fails when oclif.manifest.json is not what the build in dist would give.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
# oclif manifest overwrites the file in its working directory, so it works on a copy.
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -R "$root/package.json" "$root/dist" "$copy"
ln -s "$root/node_modules" "$copy/node_modules"
(cd "$copy" && OCLIF_SKIP_NEW_VERSION_CHECK=true node_modules/.bin/oclif manifest >/dev/null)
if ! diff -u "$root/oclif.manifest.json" "$copy/oclif.manifest.json"; then
  echo 'oclif.manifest.json is stale: run npm run manifest' >&2
  exit 1
fi
