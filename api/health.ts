import type { Router } from 'express';
import type { ApiDeps } from './deps';
import { resource } from './http/resource';

/**
 * Routes for probes. `/healthz` says that the process answers. `/readyz` says whether it can accept sends, which needs
 * MongoDB with its unique indexes. It also says whether Temporal answers, which sends do not need.
 */
export function healthRoutes(router: Router, { ping, isIndexed, dispatcher }: ApiDeps): void {
  resource(router, '/healthz', { get: (_request, response) => void response.json({ status: 'ok' }) });
  resource(router, '/readyz', {
    get: async (_request, response) => {
      const mongodb = isIndexed() && (await ping());
      const temporal = dispatcher.isReachable();
      response
        .status(mongodb ? 200 : 503)
        .json({ status: mongodb ? 'ready' : 'not ready', mongodb, temporal });
    },
  });
}
