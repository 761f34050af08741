#!/bin/sh
# Starts MongoDB as a replica set of one member, which healthcheck.js initiates. With passwords, a set needs a key that
# its members share: it is made here, and has to outlive nothing, because there is one member.
set -eu

key=/data/configdb/replica-set.key
if [ ! -s "$key" ]; then
  head -c 756 /dev/urandom | base64 >"$key"
fi
chown mongodb "$key"
chmod 400 "$key"
exec docker-entrypoint.sh mongod --replSet rs0 --keyFile "$key"
