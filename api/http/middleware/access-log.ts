import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { countRequest } from '../../../telemetry/request-metrics';
import { maskedPath } from '../resource';
import { answeredUnread } from '../unreadable-request';

/** Routes that monitors call every few seconds. */
const PROBES = new Set(['/healthz', '/readyz']);

/**
 * Logs and counts each request after it ended. If the client left before its answer, the line has `aborted`, and no
 * status if none was sent. The line contains no address, name, token or query. Probes are logged at `debug`.
 */
export function accessLog(log: Logger, listener: string): RequestHandler {
  return (request, response, next) => {
    const { method, path } = request;
    const begun = performance.now();
    // A handler that waits for the rest of the body then answers nobody.
    let isGone = false;
    request.once('aborted', () => (isGone = true));
    response.once('close', () => {
      const answered = answeredUnread(response);
      const aborted = answered === undefined && (isGone || !response.writableFinished);
      const status = answered ?? (isGone || (aborted && !response.headersSent) ? null : response.statusCode);
      const ms = performance.now() - begun;
      const route = (request.route as { path?: string } | undefined)?.path;
      countRequest({ listener, route, method, status, seconds: ms / 1000 });
      log[PROBES.has(path) ? 'debug' : 'info'](
        {
          requestId: response.getHeader('X-Request-Id'),
          listener,
          method,
          path: maskedPath(path),
          status,
          ...(aborted && { aborted }),
          ms: Math.round(ms),
          // An application's id, or `operator`. Absent if the caller was not recognized.
          by: response.locals.by as string | undefined,
          // Of a send that was accepted.
          notificationId: response.locals.notificationId as string | undefined,
          batchId: response.locals.batchId as string | undefined,
        },
        'request',
      );
    });
    next();
  };
}
