#!/bin/sh
# Installs the chart in the cluster of the current kubectl context, sends a sandbox message and waits until it is sent. For a
# kind cluster of a test: it makes MongoDB and Temporal without data that lasts. Needs helm, kubectl, curl and `npm ci`.
set -eu

cd "$(dirname "$0")/../.."
kubectl apply --filename deploy/helm/kind-servers.yaml
kubectl rollout status deployment/mongodb deployment/temporal --timeout 300s

admin_key="admin_$(openssl rand -hex 24)"
kubectl create secret generic heliograph \
  --from-literal=mongodb_uri='mongodb://mongodb:27017/heliograph?replicaSet=rs0' \
  --from-literal=encryption_key="$(openssl rand -base64 32)" \
  --from-literal=admin_api_key="$admin_key"
helm install heliograph deploy/helm/heliograph --wait --timeout 5m \
  --set image.tag=kind --set image.pullPolicy=Never --set settings.TEMPORAL_ADDRESS=temporal:7233

forwards=
trap 'kill $forwards' EXIT
kubectl port-forward service/heliograph-admin 3002:3002 >/dev/null &
forwards="$forwards $!"
kubectl port-forward service/heliograph 3001:3001 >/dev/null &
forwards="$forwards $!"
export HELIOGRAPH_ADMIN_URL=http://127.0.0.1:3002 HELIOGRAPH_ADMIN_KEY="$admin_key"
tries=30
until npx heliograph apps list >/dev/null 2>&1; do
  tries=$((tries - 1))
  [ "$tries" -gt 0 ] || { echo 'The admin routes do not answer.' >&2; exit 1; }
  sleep 1
done

npx heliograph apps create shop --from 'Shop <hello@example.com>'
npx heliograph senders add domain example.com
npx heliograph events push examples/events --env sandbox
key=$(npx heliograph keys create --env sandbox | grep -o 'test_[A-Za-z0-9_-]*' | head -n 1)
answer=$(curl --fail-with-body --silent --show-error http://127.0.0.1:3001/v1/send/welcome \
  -H "Authorization: Bearer $key" -H 'Content-Type: application/json' -H 'Prefer: wait=30' \
  -d '{"to":{"email":"ada@example.com","name":"Ada"},"payload":{"name":"Ada"}}')
echo "$answer"
echo "$answer" | grep -q '"status":"sent"'
