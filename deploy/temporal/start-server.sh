#!/bin/sh
# Starts Temporal with the password of PostgreSQL from its file.
set -eu

. "$(dirname "$0")/password.sh"
exec /etc/temporal/entrypoint.sh
