import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Request, RequestHandler } from 'express';

/** Maximum size of a body that is read before its caller is known, in bytes. */
const MOST_BYTES = 64 * 1024;

const bodies = new WeakMap<IncomingMessage, Promise<Buffer | null>>();
const requests = new WeakMap<IncomingMessage, Request>();

/** Returns the request whose body a parser reads from `from`. */
export const requestOf = (from: IncomingMessage): IncomingMessage => requests.get(from) ?? from;

/**
 * Begins to read a small body at once. A client may close its connection as soon as it has written its request, and Node drops
 * what nobody has read by then. So such a request would be lost while its key is looked up (REQUEST-21).
 */
export const readEarly: RequestHandler = (request, _response, next) => {
  const length = request.get('content-length');
  const isSmall = length === undefined ? request.get('transfer-encoding') : Number(length) <= MOST_BYTES;
  if (isSmall && request.get('expect') === undefined) {
    const body = wholeBody(request);
    // Whoever needs the body hears of an error.
    body.catch(() => undefined);
    bodies.set(request, body);
  }
  next();
};

/** Resolves to a body, or to null if it is larger: then it can be read from the request. Rejects if it ends too early. */
function wholeBody(request: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (): void => {
      request.off('data', add).off('end', end).off('aborted', abort).off('error', abort);
    };
    const add = (chunk: Buffer): void => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= MOST_BYTES) return;
      settle();
      request.pause();
      request.unshift(Buffer.concat(chunks));
      resolve(null);
    };
    const end = (): void => {
      settle();
      resolve(Buffer.concat(chunks));
    };
    const abort = (): void => {
      settle();
      reject(Object.assign(new Error('The request ended before its body.'), { status: 400 }));
    };
    request.on('data', add).on('end', end).on('aborted', abort).on('error', abort);
  });
}

/**
 * Returns what a parser of Express reads a body from: the request itself, or what was read of it early. The parser would
 * take a request for one without a body if its connection is closed.
 */
export async function readable(request: Request): Promise<Request> {
  const body = await bodies.get(request);
  if (!body) return request;
  const { headers, method } = request;
  const from = Object.assign(Readable.from([body], { objectMode: false }), {
    headers,
    method,
  }) as unknown as Request;
  requests.set(from, request);
  return from;
}
