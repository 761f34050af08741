# syntax=docker/dockerfile:1

# One image for the API (the default command), the worker (`node dist/worker/main.js`) and the command line
# (`heliograph …`). Debian, not Alpine: Temporal's native module is built for glibc only.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY cli/package.json cli/bin.js cli/
COPY client/package.json client/
COPY dashboard/package.json dashboard/

FROM manifests AS build
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .
RUN npm run build

FROM manifests AS production
# Temporal's module brings a binary for every platform, 30 MB each; only this one is used. Of Swagger UI's 13 MB
# only the two files that GET /docs serves are. No process reads source maps, types and sources of packages.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev \
  && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
    ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -r {} + \
  && find node_modules/swagger-ui-dist -type f ! -name package.json ! -name 'LICENSE*' ! -name NOTICE \
    ! -name swagger-ui.css ! -name swagger-ui-bundle.js -delete \
  && find node_modules -type f ! -iname 'LICEN[CS]E*' \
    \( -name '*.map' -o -name '*.ts' -o -name '*.[cm]ts' -o -name '*.rs' -o -name '*.md' \) -delete

FROM ${NODE_IMAGE}
# Certificates for TLS to Temporal, SMTP servers and webhook endpoints. tini passes signals on and reaps.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates tini \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
# With V8's default of four threads, a collection of garbage takes every core from other sends (docs/internals/single-send-cost.md).
ENV NODE_ENV=production \
  NODE_OPTIONS=--v8-pool-size=1 \
  PATH=/app/node_modules/.bin:$PATH \
  API_HOST=0.0.0.0
COPY --from=production /app ./
COPY --from=build /app/dist ./dist
COPY deploy/healthcheck.js ./deploy/
COPY examples/events ./examples/events
# Which build this is, for worker versioning: docs/operations/versioned-workers.md. An image has no git that could say it.
ARG WORKER_BUILD_ID
ENV WORKER_BUILD_ID=${WORKER_BUILD_ID}
USER node
# Metrics and probes, ports 3003 (API) and 3004 (worker), listen on loopback unless METRICS_HOST says otherwise.
# The admin routes, port 3002, listen on loopback unless ADMIN_HOST says otherwise: docs/operations/admin.md.
EXPOSE 3000 3001
# Of an API or a worker, by the listener of metrics and probes (METRICS_PORT, WORKER_METRICS_PORT).
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "deploy/healthcheck.js"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "dist/api/server.js"]
