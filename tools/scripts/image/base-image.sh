#!/bin/sh
# Makes the base image of the Dockerfile where no image registry can be reached: Debian from its package archive, Node.js from
# its npm package. Needs root, buildah and debootstrap. Usage: base-image.sh NAME, for example node:24.21.0-bookworm-slim
set -eu

name=$1
version=$(echo "$name" | sed 's/^[^:]*:\([0-9.]*\).*/\1/')
suite=$(echo "$name" | sed 's/^[^:]*:[0-9.]*-\([a-z]*\).*/\1/')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

debootstrap --variant=minbase "$suite" "$work/root" >&2
(cd "$work" && npm init --yes >/dev/null && npm install --no-save --no-audit --no-fund "node@$version" >&2)
cp "$(find "$work/node_modules" -path '*bin/node' -type f -size +10M | head -n 1)" "$work/root/usr/local/bin/node"
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
mkdir -p "$work/root/usr/local/lib/node_modules"
cp -r "$npm" "$work/root/usr/local/lib/node_modules/npm"
for command in npm npx; do
  ln -sf "../lib/node_modules/npm/bin/$command-cli.js" "$work/root/usr/local/bin/$command"
done
rm -rf "$work/root/var/cache/apt" "$work/root/var/lib/apt/lists"
chroot "$work/root" useradd --create-home --uid 1000 node

container=$(buildah from scratch)
buildah add --quiet "$container" "$work/root" / >&2
# A network that checks TLS itself needs its certificate inside too.
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  buildah add --quiet "$container" "$NODE_EXTRA_CA_CERTS" /etc/ssl/extra-ca.pem >&2
  buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/extra-ca.pem --env SSL_CERT_FILE=/etc/ssl/extra-ca.pem "$container"
fi
buildah commit --quiet "$container" "docker.io/library/$name" >&2
buildah rm "$container" >&2
