#!/bin/sh
# Writes both databases of docker-compose.yml to a folder: sh deploy/backup.sh FOLDER. Run it in the folder of
# docker-compose.yml. API, worker and Temporal are stopped for it, because the two databases belong together.
set -eu

folder=${1:?Name a folder for the backup}
umask 077
mkdir -p "$folder"

docker compose stop api worker temporal
trap 'docker compose start temporal worker api' EXIT
# The password goes by a file of the container's memory, so that no list of processes has it.
docker compose exec -T mongodb sh -c 'umask 077; f=/tmp/tools.yaml; trap "rm -f $f" EXIT
  printf "password: %s\n" "$(cat "$MONGO_INITDB_ROOT_PASSWORD_FILE")" >"$f"
  mongodump --quiet --config "$f" --username "$MONGO_INITDB_ROOT_USERNAME" --authenticationDatabase admin \
    --db heliograph --archive --gzip' >"$folder/mongodb.archive.gz"
for database in temporal temporal_visibility; do
  docker compose exec -T postgresql pg_dump --username temporal --format custom "$database" >"$folder/$database.dump"
done
ls -l "$folder"
