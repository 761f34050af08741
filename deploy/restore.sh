#!/bin/sh
# Replaces both databases of docker-compose.yml by those of a folder that deploy/backup.sh wrote: sh deploy/restore.sh FOLDER.
# Run it in the folder of docker-compose.yml, with the encryption key of the time of the backup in `secrets/`.
set -eu

folder=${1:?Name the folder of the backup}
for file in mongodb.archive.gz temporal.dump temporal_visibility.dump; do
  [ -s "$folder/$file" ] || { echo "$folder/$file is missing" >&2; exit 1; }
done

docker compose up --detach --wait --wait-timeout 900 mongodb postgresql
docker compose stop api worker temporal temporal-ui
docker compose exec -T mongodb sh -c 'umask 077; f=/tmp/tools.yaml; trap "rm -f $f" EXIT
  printf "password: %s\n" "$(cat "$MONGO_INITDB_ROOT_PASSWORD_FILE")" >"$f"
  mongorestore --quiet --config "$f" --username "$MONGO_INITDB_ROOT_USERNAME" --authenticationDatabase admin \
    --drop --archive --gzip' <"$folder/mongodb.archive.gz"
for database in temporal temporal_visibility; do
  docker compose exec -T postgresql dropdb --username temporal --if-exists --force "$database"
  docker compose exec -T postgresql createdb --username temporal "$database"
  docker compose exec -T postgresql pg_restore --username temporal --dbname "$database" --exit-on-error <"$folder/$database.dump"
done
docker compose up --detach --wait --wait-timeout 900
