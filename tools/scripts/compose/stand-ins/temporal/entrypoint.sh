#!/bin/sh
# The address that other services of the cluster are told, if the server listens on all.
set -eu
TEMPORAL_BROADCAST_ADDRESS=${TEMPORAL_BROADCAST_ADDRESS:-$(getent hosts "$(hostname)" | awk '{ print $1; exit }')}
export TEMPORAL_BROADCAST_ADDRESS
exec temporal-server start
