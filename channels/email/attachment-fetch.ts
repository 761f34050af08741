import { Agent, type Dispatcher } from 'undici';
import { USER_AGENT } from '../../version';
import { RefusedAddressError, safeConnector } from '../../net/safe-connector';
import { checkUrlShape, type ResolveAll, resolveAll } from '../../net/url-safety';
import { connectionFailure } from '../http/http-failure';
import { retryAfterMs } from '../http/retry-after';
import { type AttachmentFailure, inTemplate, tooMuch } from './attachment-failure';

/** Takes bytes from what a message may still have; false when they are too many. */
export type TakeBytes = (count: number) => boolean;

export interface AttachmentRequest {
  url: string;
  /** How failures name it: the URL may hold a token. */
  filename: string;
  take: TakeBytes;
  signal: AbortSignal;
}

export interface FetchedFile {
  bytes: Buffer;
  contentType?: string;
}

export interface AttachmentFetcher {
  /** Fetches one file; never throws for what its server does. */
  fetch(request: AttachmentRequest): Promise<FetchedFile | AttachmentFailure>;
  close(): Promise<void>;
}

export interface AttachmentFetcherOptions {
  /** Allows `http:` and loopback. */
  development: boolean;
  /** Resolver of host names. @default the system's */
  resolve?: ResolveAll;
  /** Certificates to trust besides the public ones, in PEM. */
  ca?: string;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** File stores redirect to where a file lies; each address on the way is checked. */
const MAX_REDIRECTS = 3;

/**
 * Fetches files from addresses that a payload may have brought. As with webhooks, addresses inside our network are
 * refused where the connection is made; size and time are bounded.
 */
export function createAttachmentFetcher(options: AttachmentFetcherOptions): AttachmentFetcher {
  const { development, resolve = resolveAll, ca } = options;
  const agent = new Agent({
    connections: 16,
    connect: safeConnector({ development, resolve, timeoutMs: CONNECT_TIMEOUT_MS, ca }),
    // The signal is the deadline over all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function follow(request: AttachmentRequest): Promise<FetchedFile | AttachmentFailure> {
    let { url } = request;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const check = checkUrlShape(url, { development });
      if (!check.ok) return inTemplate(`attachment "${request.filename}": ${check.reason}`);
      const { origin, pathname, search } = check.url;
      const path = pathname + search;
      // Bytes that were compressed for the way would not be the file.
      const headers = { 'user-agent': USER_AGENT, 'accept-encoding': 'identity' };
      const answer = await agent.request({ origin, path, method: 'GET', headers, signal: request.signal });
      const location = answer.statusCode >= 300 && answer.statusCode < 400 && textOf(answer.headers.location);
      if (!location) return await read(answer, request);
      drop(answer);
      if (!URL.canParse(location, url)) break;
      url = new URL(location, url).href;
    }
    return inTemplate(`attachment "${request.filename}": its server redirects too often or to nowhere`);
  }

  return {
    async fetch(request) {
      try {
        return await follow(request);
      } catch (error) {
        if (error instanceof RefusedAddressError) {
          return inTemplate(
            `attachment "${request.filename}": its URL leads to an address that is not public`,
          );
        }
        const { timedOut, reason } = connectionFailure(error, request.signal);
        const code = timedOut ? 'TIMEOUT' : 'PROVIDER_ERROR';
        return { outcome: 'transient', code, response: `attachment "${request.filename}": ${reason}` };
      }
    },
    close: () => agent.close(),
  };
}

async function read(
  answer: Dispatcher.ResponseData,
  { filename, take }: AttachmentRequest,
): Promise<FetchedFile | AttachmentFailure> {
  const { statusCode: status, headers } = answer;
  if (status !== 200) {
    drop(answer);
    return refused(
      status,
      textOf(headers['retry-after']),
      `attachment "${filename}": its server answered ${status}`,
    );
  }
  if (!/^(?:identity)?$/i.test(textOf(headers['content-encoding']) ?? '')) {
    drop(answer);
    return inTemplate(`attachment "${filename}": its server compresses it although asked not to`);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    if (!take(chunk.length)) return tooMuch();
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), contentType: textOf(headers['content-type']) };
}

function refused(status: number, retryAfter: string | undefined, response: string): AttachmentFailure {
  if (status === 429) {
    return {
      outcome: 'rate_limited',
      code: 'RATE_LIMITED',
      response,
      retryAfterMs: retryAfterMs(retryAfter),
    };
  }
  if (status === 408) return { outcome: 'transient', code: 'TIMEOUT', response };
  if (status >= 500) return { outcome: 'transient', code: 'PROVIDER_ERROR', response };
  return inTemplate(response);
}

/** Reads no further; the error that follows is nobody's. */
function drop({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined);
  body.destroy();
}

const textOf = (header: string | string[] | undefined): string | undefined => [header].flat()[0];
