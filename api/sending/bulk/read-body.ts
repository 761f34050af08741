import type { Readable } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import type { Request, Response } from 'express';
import { ApiError } from '../../http/api-error';
import { continueIfExpected } from '../../http/middleware/body-within';
import { readable } from '../../http/middleware/early-body';
import { beginProgress, endProgress, working } from '../../http/working-time';
import { MOST_BYTES } from './limits';

const DECODERS = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate };
const isKnown = (encoding: string): encoding is keyof typeof DECODERS => Object.hasOwn(DECODERS, encoding);

/** Yields the body of a request as it arrives, decompressed. Throws a 400 if it ends too early, and a 413 if it has over `most` bytes. */
export async function* bodyOf(
  request: Request,
  response: Response,
  most = MOST_BYTES,
): AsyncGenerator<Buffer, void, undefined> {
  const encoding = (request.get('content-encoding') ?? 'identity').trim().toLowerCase();
  if (encoding !== 'identity' && !isKnown(encoding))
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding, or with gzip.');
  continueIfExpected(request, response);
  beginProgress(request, most);
  const from = await readable(request);
  let size = 0;
  try {
    const source = encoding === 'identity' ? from : decoded(from, encoding);
    // The connection stays open for the answer if the body is not read to its end.
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer;
      size += bytes.length;
      if (size > most) throw ApiError.of('PAYLOAD_TOO_LARGE', [most]);
      const done = working(request);
      try {
        yield bytes;
      } finally {
        done();
      }
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const isEncoding = String((error as { code?: unknown }).code).startsWith('Z_');
    const message = isEncoding ? `The body is not valid ${encoding}.` : 'The request ended before its body.';
    throw new ApiError('VALIDATION_ERROR', message);
  } finally {
    endProgress(request);
    // A client that writes its whole body before it reads would not get to the answer.
    from.unpipe().resume();
  }
}

function decoded(from: Readable, encoding: keyof typeof DECODERS): Readable {
  const decoder = DECODERS[encoding]();
  // `pipe` passes on no errors, and `pipeline` would close the connection with the answer in it.
  from.once('error', (error) => decoder.destroy(error));
  from.once('close', () => from.readableEnded || decoder.destroy(new Error('closed')));
  return from.pipe(decoder);
}
