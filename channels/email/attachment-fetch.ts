import { Agent, type Dispatcher } from 'undici';
import { USER_AGENT } from '../../process/version';
import { RefusedAddressError } from '../../net/dialer';
import type { ResolveAll } from '../../net/resolver/resolver';
import { systemResolver } from '../../net/resolver/system-resolver';
import { safeConnector } from '../../net/safe-connector';
import { checkUrlShape } from '../../net/url-safety';
import { connectionFailure } from '../http/http-failure';
import { retryAfterMs } from '../http/retry-after';
import { type Failure, failure, type Verdict } from '../http/verdict';
import { drop, type FetchedFile, readBody, type TakeBytes, textOf } from './attachment-body';

interface AttachmentRequest {
  url: string;
  /** Name in failures: the URL may hold a token. */
  filename: string;
  take: TakeBytes;
  signal: AbortSignal;
}

export type AttachmentFetcher = ReturnType<typeof createAttachmentFetcher>;

export interface AttachmentFetcherOptions {
  /** Allows `http:` and loopback. */
  development: boolean;
  /** Resolver of host names. @default the system's */
  resolve?: ResolveAll;
  /** Certificates to trust besides the public ones, in PEM. */
  ca?: string;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** File stores redirect to the place of a file. Each address on the way is checked. */
const MAX_REDIRECTS = 3;

/**
 * Fetches files from addresses that a payload may have brought. As with webhooks, addresses inside our network are
 * refused when the connection is made. Size and time are bounded.
 */
export function createAttachmentFetcher(options: AttachmentFetcherOptions) {
  const { development, resolve = systemResolver, ca } = options;
  const agent = new Agent({
    connections: 16,
    connect: safeConnector({ development, resolve, timeoutMs: CONNECT_TIMEOUT_MS, ca }),
    // The signal is the deadline for the whole fetch.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function follow(request: AttachmentRequest): Promise<FetchedFile | Failure> {
    let { url } = request;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const check = checkUrlShape(url, { development });
      if (!check.ok) return failure('template', `attachment "${request.filename}": ${check.reason}`);
      const { origin, pathname, search } = check.url;
      const path = pathname + search;
      // Compressed bytes would not be the file.
      const headers = { 'user-agent': USER_AGENT, 'accept-encoding': 'identity' };
      const answer = await agent.request({ origin, path, method: 'GET', headers, signal: request.signal });
      const location = answer.statusCode >= 300 && answer.statusCode < 400 && textOf(answer.headers.location);
      if (!location) return await read(answer, request);
      drop(answer);
      if (!URL.canParse(location, url)) break;
      url = new URL(location, url).href;
    }
    return failure(
      'template',
      `attachment "${request.filename}": its server redirects too often, or without a target`,
    );
  }

  return {
    /** Fetches one file. Never rejects. */
    async fetch(request: AttachmentRequest): Promise<FetchedFile | Failure> {
      try {
        return await follow(request);
      } catch (error) {
        if (error instanceof RefusedAddressError) {
          return failure(
            'template',
            `attachment "${request.filename}": its URL leads to an address that is not public`,
          );
        }
        const { timedOut, reason } = connectionFailure(error, request.signal);
        return failure(timedOut ? 'timeout' : 'outage', `attachment "${request.filename}": ${reason}`);
      }
    },
    close: () => agent.close(),
  };
}

async function read(
  answer: Dispatcher.ResponseData,
  request: AttachmentRequest,
): Promise<FetchedFile | Failure> {
  const { statusCode: status, headers } = answer;
  if (status === 200) return readBody(answer, request);
  drop(answer);
  const wait = retryAfterMs(textOf(headers['retry-after']));
  const reason = `attachment "${request.filename}": its server answered ${status}`;
  return failure(refusalVerdict(status), reason, wait);
}

function refusalVerdict(status: number): Verdict {
  if (status === 429) return 'rate';
  if (status === 408) return 'timeout';
  return status >= 500 ? 'outage' : 'template';
}
