#!/bin/sh
# Creates Temporal's two databases, or brings them up to date. It may run again at every start.
set -eu

. "$(dirname "$0")/password.sh"

sql() {
  temporal-sql-tool --plugin postgres12 --endpoint "$POSTGRES_SEEDS" --port "${DB_PORT:-5432}" \
    --user "$POSTGRES_USER" "$@"
}

for part in temporal visibility; do
  name=temporal
  [ "$part" = visibility ] && name=temporal_visibility
  sql --database "$name" create-database
  sql --database "$name" setup-schema --version 0.0
  sql --database "$name" update-schema --schema-name "postgresql/v12/$part"
done
