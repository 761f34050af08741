#!/bin/sh
# As root: gives the data to `postgres` and becomes that user. At the first start: makes the cluster with its user and password.
set -eu
if [ "$(id -u)" = 0 ]; then
  chown -R postgres "$PGDATA" /run/postgresql
  chmod 700 "$PGDATA"
  exec gosu postgres "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username "$POSTGRES_USER" --pwfile "$POSTGRES_PASSWORD_FILE" --auth-local trust --auth-host scram-sha-256
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  # The database of that name is there too, and reached by the socket only until the server listens for all.
  postgres --single -D "$PGDATA" postgres >/dev/null <<SQL
CREATE DATABASE $POSTGRES_USER;
SQL
fi
exec "$@" -c 'listen_addresses=*'
