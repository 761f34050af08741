import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../api-error';
import { readable } from './early-body';

/**
 * Reads a body with `parser`, one of Express's, and refuses a body over `limit` bytes with 413. If `Content-Length`
 * says so, no byte is read. Otherwise it refuses as soon as too much arrived. The parser alone reads the rest first.
 */
export function bodyWithin(limit: number, parser: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (!hasBody(request)) return parser(request, response, next);
    refuseLength(request, limit);
    continueIfExpected(request, response);
    let isDone = false;
    const done = (error?: unknown): void => {
      if (isDone) return;
      isDone = true;
      next(error);
    };
    readable(request).then((from) => {
      let received = 0;
      from.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received > limit) done(tooLarge(limit));
      });
      parser(from, response, (error?: unknown) => {
        request.body = from.body as unknown;
        done(error);
      });
    }, done);
  };
}

/** Asks for the body if the client waits for that. */
export function continueIfExpected(request: Request, response: Response): void {
  if (/^100-continue$/i.test(request.get('expect') ?? '')) response.writeContinue();
}

/** Throws a 413 if `Content-Length` is larger than `limit`. */
export function refuseLength(request: Request, limit: number): void {
  if (Number(request.get('content-length') ?? 0) > limit) throw tooLarge(limit);
}

export const hasBody = (request: Request): boolean =>
  request.get('transfer-encoding') !== undefined || Number(request.get('content-length') ?? 0) > 0;

const tooLarge = (limit: number): ApiError => ApiError.of('PAYLOAD_TOO_LARGE', [limit]);
