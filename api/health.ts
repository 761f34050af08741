import type { Router } from 'express';
import type { ApiDeps } from './deps';
import { resource } from './http/resource';

/**
 * Routes for probes. `/healthz` says that the process answers. `/readyz` says whether it can accept sends, which needs
 * MongoDB with its unique indexes, and the right ENCRYPTION_KEY. It also says whether Temporal answers, which sends do not need. A probe makes no call.
 */
export function healthRoutes(router: Router, { health }: ApiDeps): void {
  resource(router, '/healthz', { get: (_request, response) => void response.json({ status: 'ok' }) });
  resource(router, '/readyz', {
    get: (_request, response) => {
      const { ready, ...parts } = health();
      response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', ...parts });
    },
  });
}
