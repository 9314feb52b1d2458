#!/usr/bin/env bash
# Makes service/web/play/vendor/ from the pinned packages of this folder; needs npm.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
to=../../service/web/play/vendor
npm ci --no-progress --silent
mkdir -p "$to"
version() { node -p "require('./node_modules/$1/package.json').version"; }
banner="/*! Preact $(version preact), htm $(version htm), @preact/signals $(version @preact/signals): see LICENSE-*.txt */"
node_modules/.bin/esbuild preact.js --bundle --format=esm --minify --target=es2022 --charset=utf8 \
  --legal-comments=none --banner:js="$banner" --log-level=warning --outfile="$to/preact.js"
cp node_modules/preact/LICENSE "$to/LICENSE-preact.txt"
cp node_modules/htm/LICENSE "$to/LICENSE-htm.txt"
cp node_modules/@preact/signals/LICENSE "$to/LICENSE-signals.txt"
(cd "$to" && sha256sum preact.js > SHA256SUMS)
