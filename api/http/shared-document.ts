import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { answerHeader, requestHeader } from './headers';

const EXAMPLE = '"47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"';

export const etagHeader = answerHeader(
  'ETag',
  {
    description:
      'Tag of this version: send it as `If-None-Match`, and the answer is 304 while nothing has changed.',
    example: EXAMPLE,
  },
  z.string().regex(/^"[A-Za-z0-9_-]+"$/),
);
export const ifNoneMatch = requestHeader('IfNoneMatch', 'If-None-Match', {
  description: 'The `ETag` of an earlier answer.',
  example: EXAMPLE,
});

/** Content that is the same for all callers. All answers share its bytes, so that unread ones take no memory. */
export interface SharedDocument {
  bytes: Buffer;
  etag: string;
}

/** Returns a function that makes a document when it is first asked for it. */
export function once(make: () => string | Buffer): () => SharedDocument {
  let made: SharedDocument | undefined;
  return () => (made ??= shared(Buffer.from(make())));
}

const shared = (bytes: Buffer): SharedDocument => ({
  bytes,
  etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
});

/**
 * Answers with the document, or with 304 if the caller has it. Express sends the document if the request has `Cache-Control:
 * no-cache`. That is for caches on the way (RFC 9111 section 5.2.1.4), and Node's `fetch` sets it by itself.
 */
export function sendShared(request: Request, response: Response, { bytes, etag }: SharedDocument): void {
  const known = (request.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  response.set('ETag', etag);
  if (known.includes(etag) || known.includes('*')) response.status(304).end();
  else response.send(bytes);
}
