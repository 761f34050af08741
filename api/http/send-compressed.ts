import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';

const compress = promisify(gzip);

/** Shorter answers fit into one packet anyway, bytes. */
const WORTH_IT = 1024;
/** Of zlib. Higher levels take several times as long for a few percent. */
const LEVEL = 4;

/** The content of an answer. */
interface Content {
  type: string;
  text: string;
}

export const jsonOf = (answer: object): Content => ({ type: 'json', text: JSON.stringify(answer) });

/**
 * Answers, compressed if it is long and the caller accepts that. The work is done in zlib's threads, so other
 * requests go on. For reads of operators only: what such an answer has cannot be guessed by its length (BREACH), because
 * another site's page cannot ask for it. The session's cookie is not sent with requests from other sites.
 */
export async function sendCompressed(
  request: Request,
  response: Response,
  { type, text }: Content,
): Promise<void> {
  response.vary('Accept-Encoding');
  const bytes = Buffer.from(text);
  if (bytes.length < WORTH_IT || request.acceptsEncodings(['gzip', 'identity']) !== 'gzip') {
    response.type(type).send(bytes);
    return;
  }
  const packed = await compress(bytes, { level: LEVEL });
  response.set('Content-Encoding', 'gzip').type(type).send(packed);
}
