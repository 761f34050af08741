#!/bin/sh
# Sends one message through the services of docker-compose.yml and waits for it in Mailpit. Run it after
# `docker compose up --detach --wait`, in the folder of docker-compose.yml. Needs curl. It may run again.
set -eu

heliograph() { docker compose run --rm -T cli "$@"; }
# Address at which this machine reaches a published port: at_port SERVICE PORT
at_port() { docker compose port "$1" "$2" | head -n 1 | sed -e 's/^0\.0\.0\.0:/127.0.0.1:/' -e 's/^\[::\]:/[::1]:/'; }

heliograph apps list | grep -q smoke || heliograph apps create smoke --from 'Smoke <hello@example.com>'
heliograph senders add domain example.com --app smoke
heliograph events push /events --env production --app smoke
key=$(heliograph keys create --env production --app smoke | grep -o 'live_[A-Za-z0-9_-]*' | head -n 1)

to=smoke-$(date +%s)@example.com
curl --fail-with-body --silent --show-error "http://$(at_port api 3000)/v1/send/welcome" \
  -H "Authorization: Bearer $key" -H 'Content-Type: application/json' \
  -d "{\"to\":{\"email\":\"$to\",\"name\":\"Smoke\"},\"payload\":{\"name\":\"Smoke\"}}"
echo

tries=60
until curl --fail --silent "http://$(at_port mailpit 8025)/api/v1/search?query=to:$to" | grep -q '"messages_count":1'; do
  tries=$((tries - 1))
  if [ "$tries" -eq 0 ]; then
    echo 'The message did not arrive in Mailpit within a minute.' >&2
    exit 1
  fi
  sleep 1
done
echo 'The message arrived.'
