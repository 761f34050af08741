#!/bin/sh
# As root: gives the data to `mongodb` and becomes that user. At the first start: makes the administrator while nobody else
# can connect, by a server without set and key.
set -eu
if [ "$(id -u)" = 0 ]; then
  chown -R mongodb /data/db /data/configdb
  exec gosu mongodb "$0" "$@"
fi
if [ ! -e /data/db/WiredTiger ]; then
  mongod --port 27017 --fork
  MONGO_INITDB_ROOT_PASSWORD=$(cat "$MONGO_INITDB_ROOT_PASSWORD_FILE") node /opt/stand-in/administrator.js
  mongod --shutdown
fi
exec "$@" --bind_ip_all
