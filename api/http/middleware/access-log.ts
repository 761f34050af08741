import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { maskedPath } from '../resource';
import { answeredUnread } from '../unreadable-request';

/** Asked every few seconds by whoever watches the service. */
const PROBES = new Set(['/healthz', '/readyz']);

/**
 * Writes a line for each request once it is over, also where the client has gone before its answer (`aborted`, then without
 * a status if none was sent). No address, name, token or query gets into it. Probes are written at `debug`.
 */
export function accessLog(log: Logger, listener: string): RequestHandler {
  return (request, response, next) => {
    const { method, path } = request;
    const begun = performance.now();
    // What waits for the rest of its body then answers nobody.
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
          // An application's id, or `operator`; absent where nobody was recognized.
          by: response.locals.by as string | undefined,
        },
        'request',
      );
    });
    next();
  };
}
