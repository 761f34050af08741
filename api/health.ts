import type { Router } from 'express';
import type { ApiDeps } from './deps';
import { resource } from './http/resource';

/**
 * `/healthz`: the process answers. `/readyz`: it can accept sends, which needs MongoDB with its unique indexes, but not Temporal; how
 * Temporal is stands beside it.
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
