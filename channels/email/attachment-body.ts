import type { Dispatcher } from 'undici';
import { type Failure, failure } from '../http/verdict';

/** Maximum number of bytes of all files of a message together. */
export const MAX_BYTES = 10 * 1024 * 1024;

/** Takes bytes from what a message may still have. Returns false if they are too many. */
export type TakeBytes = (count: number) => boolean;

/** A file as its server or store gave it. */
export interface FetchedFile {
  bytes: Buffer;
  contentType?: string;
}

/** Reads the file of an answer of 200. */
export async function readBody(
  answer: Dispatcher.ResponseData,
  { filename, take }: { filename: string; take: TakeBytes },
): Promise<FetchedFile | Failure> {
  const { headers } = answer;
  if (!/^(?:identity)?$/i.test(textOf(headers['content-encoding']) ?? '')) {
    drop(answer);
    return failure(
      'template',
      `attachment "${filename}": its server compresses it, although the request forbids that`,
    );
  }
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    if (!take(chunk.length)) return tooLargeTogether();
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), contentType: textOf(headers['content-type']) };
}

/** Returns the failure of a message whose files are too large. */
export const tooLargeTogether = (): Failure =>
  failure('message', `the attachments have more than ${MAX_BYTES / 1024 / 1024} MB in total`);

/** Stops reading. The error that follows is ignored. */
export function drop({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined);
  body.destroy();
}

/** Returns the first value of a header. */
export const textOf = (header: string | string[] | undefined): string | undefined => [header].flat()[0];
