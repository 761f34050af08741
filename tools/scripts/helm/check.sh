#!/bin/sh
# `npm run helm:check`: lints the Helm chart, renders it with each file of its `ci` folder, and validates what comes out with the
# schemas of Kubernetes. Helm is the one on the PATH, or is built from its Go module. The validator is kubernetes-validate, from
# the PATH or from its Python package. Both are kept in the cache folder.
set -eu

HELM=3.22.0
VALIDATE=1.37.0
# The oldest and the newest version that the chart is for and that the validator knows.
VERSIONS='1.27 1.37'

cd "$(dirname "$0")/../../.."
chart=deploy/helm/heliograph
cache=${HELIOGRAPH_CACHE_DIR:-$HOME/.cache/heliograph}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

if command -v helm >/dev/null; then
  helm=helm
else
  helm=$cache/helm-$HELM/helm
  if [ ! -x "$helm" ]; then
    command -v go >/dev/null || { echo 'Helm is missing. Install it, or Go to build it: https://helm.sh/docs/intro/install' >&2; exit 1; }
    echo "Building Helm $HELM from its Go module, once: this takes some minutes"
    GOBIN=$cache/helm-$HELM go install "helm.sh/helm/v3/cmd/helm@v$HELM"
  fi
fi

packages=$cache/kubernetes-validate-$VALIDATE
if ! command -v kubernetes-validate >/dev/null && [ ! -d "$packages" ]; then
  command -v python3 >/dev/null || { echo 'Python 3 is missing: kubernetes-validate needs it' >&2; exit 1; }
  python3 -m pip install --quiet --root-user-action ignore --disable-pip-version-check --target "$packages.new" "kubernetes-validate==$VALIDATE"
  mv "$packages.new" "$packages"
fi
validate() {
  if command -v kubernetes-validate >/dev/null; then
    kubernetes-validate "$@"
  else
    PYTHONPATH=$packages python3 "$packages/bin/kubernetes-validate" "$@"
  fi
}

# render NAME [VALUES FILE]
render() {
  for version in $VERSIONS; do
    "$helm" template heliograph "$chart" --namespace notifications --kube-version "$version" ${2:+--values "$2"} >"$out/$1.yaml"
    # A PodMonitor is no part of Kubernetes, so it has no schema here.
    awk 'BEGIN { RS = "---\n"; ORS = "---\n" } !/kind: PodMonitor/' "$out/$1.yaml" >"$out/$1-core.yaml"
    validate --strict --version "$version" "$out/$1-core.yaml" >"$out/log" || { cat "$out/log" >&2; exit 1; }
  done
  echo "valid: $1, $(grep -c '^kind:' "$out/$1.yaml") resources, for Kubernetes $(echo "$VERSIONS" | sed 's/ / and /')"
}

lint() { "$helm" lint --strict --quiet --kube-version "${VERSIONS##* }" "$chart" "$@"; }

lint
render default
for values in "$chart"/ci/*-values.yaml deploy/small/values.yaml; do
  lint --values "$values"
  render "$(basename "$values" -values.yaml)" "$values"
done

# What must be refused.
if "$helm" template heliograph "$chart" --kube-version "${VERSIONS##* }" --set settings.ENCRYPTION_KEY=x >"$out/log" 2>&1; then
  echo 'The chart takes a secret as a setting.' >&2
  exit 1
fi
echo 'refused: a secret among the settings'
