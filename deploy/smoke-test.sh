#!/bin/sh
# Sends one message through the services of docker-compose.yml and waits for it in Mailpit. Run it after
# `docker compose up --detach --wait`, in the folder of docker-compose.yml. Needs curl.
set -eu

heliograph() { docker compose run --rm -T cli "$@"; }

heliograph apps create smoke --from 'Smoke <hello@example.com>'
heliograph senders add domain example.com
heliograph events push /events --env production
key=$(heliograph keys create --env production | grep -o 'live_[A-Za-z0-9_-]*' | head -n 1)

curl --fail-with-body --silent --show-error http://127.0.0.1:3000/v1/send/welcome \
  -H "Authorization: Bearer $key" -H 'Content-Type: application/json' \
  -d '{"to":{"email":"smoke@example.com","name":"Smoke"},"payload":{"name":"Smoke"}}'
echo

tries=60
until curl --fail --silent 'http://127.0.0.1:8025/api/v1/search?query=to:smoke@example.com' | grep -q '"messages_count":1'; do
  tries=$((tries - 1))
  if [ "$tries" -eq 0 ]; then
    echo 'The message did not arrive in Mailpit within a minute.' >&2
    exit 1
  fi
  sleep 1
done
echo 'The message arrived.'
