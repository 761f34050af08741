#!/bin/sh
# Waits for Temporal and creates the namespace, unless it is there. It may run again at every start.
set -eu

attempts=60
until temporal operator cluster health >/dev/null 2>&1; do
  attempts=$((attempts - 1))
  if [ "$attempts" -eq 0 ]; then
    echo "Temporal at $TEMPORAL_ADDRESS does not answer" >&2
    exit 1
  fi
  sleep 2
done

# A server that has just begun to serve may need a moment more before it knows its namespaces.
attempts=15
until temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention "${RETENTION:-7d}"; do
  attempts=$((attempts - 1))
  [ "$attempts" -gt 0 ] || exit 1
  sleep 2
done
echo "The namespace $TEMPORAL_NAMESPACE is there"
