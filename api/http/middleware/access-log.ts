import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { maskedPath } from '../resource';
import { answeredUnread } from '../unreadable-request';

/** Routes that monitors call every few seconds. */
const PROBES = new Set(['/healthz', '/readyz']);

/**
 * Logs one line for each request after it ended. If the client left before its answer, the line has `aborted`, and no
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
      log[PROBES.has(path) ? 'debug' : 'info'](
        {
          requestId: response.getHeader('X-Request-Id'),
          listener,
          method,
          path: maskedPath(path),
          status: answered ?? (isGone || (aborted && !response.headersSent) ? null : response.statusCode),
          ...(aborted && { aborted }),
          ms: Math.round(performance.now() - begun),
          // An application's id, or `operator`. Absent if the caller was not recognized.
          by: response.locals.by as string | undefined,
        },
        'request',
      );
    });
    next();
  };
}
