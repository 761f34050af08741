#!/bin/sh
# Makes the files in `secrets/` that docker-compose.yml reads, each if it is missing: random keys and passwords, or what
# `.env` of an earlier installation says. Run it in the folder of docker-compose.yml. It changes no file that is there.
set -eu

# Nobody else can enter the folder. The files themselves can be read by all, because each container has a user of its own.
mkdir -p secrets
chmod 700 secrets

from_env() {
  [ -f .env ] && sed -n "s/^$1=//p" .env | tail -n 1 | sed "s/^[\"']\(.*\)[\"']\$/\1/" || true
}

# make NAME VALUE [VARIABLE OF .env]
make() {
  file=secrets/$1
  if [ -s "$file" ]; then
    echo "kept   $file"
    return
  fi
  earlier=
  [ $# -lt 3 ] || earlier=$(from_env "$3")
  printf '%s\n' "${earlier:-$2}" >"$file"
  chmod 444 "$file"
  echo "made   $file${earlier:+ from $3 in .env}"
}

hex() { head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }

make admin_api_key "admin_$(hex)" ADMIN_API_KEY
make encryption_key "$(head -c 32 /dev/urandom | base64)" ENCRYPTION_KEY
make mongodb_root_password "$(hex)" MONGO_PASSWORD
make mongodb_password "$(hex)"
make mongodb_uri "mongodb://service:$(cat secrets/mongodb_password)@mongodb:27017/heliograph?replicaSet=rs0"
make postgresql_password "$(hex)" POSTGRES_PASSWORD
make smtp_url smtp://mailpit:1025 SMTP_URL
