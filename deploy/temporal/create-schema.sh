#!/bin/sh
# Creates or updates Temporal's two databases. It may run again at every start.
set -eu

tool() {
  database=$1
  shift
  temporal-sql-tool --plugin postgres12 --endpoint "$POSTGRES_SEEDS" --port "${DB_PORT:-5432}" \
    --user "$POSTGRES_USER" --database "$database" "$@"
}

schema="${SCHEMA_DIR:-/etc/temporal/schema/postgresql/v12}"

for database in temporal:temporal temporal_visibility:visibility; do
  name=${database%%:*}
  tool "$name" create-database
  tool "$name" setup-schema --version 0.0
  tool "$name" update-schema --schema-dir "$schema/${database##*:}/versioned"
done
