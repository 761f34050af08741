'use strict';

// The image's HEALTHCHECK, of an API or a worker: it finds whichever listens. `/healthz` says that the process answers;
// `/readyz` also that it can do its work.
const path = process.argv[2] ?? '/healthz';
const { METRICS_PORT, WORKER_METRICS_PORT } = process.env;
const ports = [METRICS_PORT || 3003, WORKER_METRICS_PORT || 3004];

Promise.any(
  ports.map((port) => fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(4000) })),
).then(
  (response) => {
    process.exitCode = response.ok ? 0 : 1;
  },
  () => {
    process.exitCode = 1;
  },
);
