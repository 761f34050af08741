#!/bin/sh
# Starts Temporal with the password of PostgreSQL from its file: the image takes it from the environment only.
set -eu

POSTGRES_PWD=$(cat "$POSTGRES_PWD_FILE")
export POSTGRES_PWD
exec /etc/temporal/entrypoint.sh
