'use strict';

// The image's HEALTHCHECK. `/healthz` says that the API answers; `/readyz` also that it reaches MongoDB.
const path = process.argv[2] ?? '/healthz';
const port = process.env.API_PORT || 3000;

fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(4000) }).then(
  (response) => {
    process.exitCode = response.ok ? 0 : 1;
  },
  () => {
    process.exitCode = 1;
  },
);
