#!/bin/sh
# Waits for Temporal and creates the namespace, unless it is there. It may run again at every start.
set -eu

# The name is looked up by the system, once. Otherwise gRPC also asks for a TXT record that does not exist, and a name server
# without access to the internet answers that after many seconds or never.
TEMPORAL_ADDRESS=passthrough:///$TEMPORAL_ADDRESS
export TEMPORAL_ADDRESS
error=$(mktemp)
trap 'rm -f "$error"' EXIT

# quiet COMMAND…: keeps what it prints in case that it is the last try
quiet() { "$@" --command-timeout 10s >"$error" 2>&1; }

# Describing fails while the server starts, and for a moment after that.
tries=40
until quiet temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" ||
  quiet temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention "${RETENTION:-7d}"; do
  tries=$((tries - 1))
  if [ "$tries" -eq 0 ]; then
    echo "The namespace $TEMPORAL_NAMESPACE cannot be created. Temporal at ${TEMPORAL_ADDRESS#passthrough:///} says:" >&2
    cat "$error" >&2
    exit 1
  fi
  sleep 2
done
echo "The namespace $TEMPORAL_NAMESPACE is there"
