import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher } from 'undici';
import type { AttachmentStore } from '../../../core/sending/attachment-store';
import { openDialer } from '../../../net/dialer';
import type { ResolveAll } from '../../../net/resolver/resolver';
import { USER_AGENT } from '../../../process/version';
import { connectionFailure } from '../../http/http-failure';
import { retryAfterMs } from '../../http/retry-after';
import { type Failure, failure } from '../../http/verdict';
import { drop, type FetchedFile, readBody, textOf } from '../attachment-body';
import { type FileStore, named, type StoredRequest } from './stored-file';

export interface S3Options {
  store: Extract<AttachmentStore, { kind: 's3' }>;
  accessKeyId: string;
  secretAccessKey: string;
  resolve: ResolveAll;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** Bytes of an error that are read. */
const MAX_ERROR = 4096;
const EMPTY_SHA256 = createHash('sha256').digest('hex');

/**
 * Reads objects of a bucket with GetObject, signed with version 4 (Amazon S3 API reference, "GetObject" and "Error
 * responses").
 *
 * | Answer                                                   | Outcome      | Code           |
 * |----------------------------------------------------------|--------------|----------------|
 * | 404 `NoSuchKey`, or 404 without a code of S3             | permanent    | TEMPLATE_ERROR |
 * | more than 10 MB together                                 | permanent    | REJECTED       |
 * | 429, 503 with `Retry-After`                              | rate_limited | RATE_LIMITED   |
 * | 403, `NoSuchBucket`, 3xx, other 4xx: keys, region, bucket | transient   | PROVIDER_ERROR |
 * | 5xx, no connection, TLS, DNS                             | transient    | PROVIDER_ERROR |
 * | no answer in time                                        | transient    | TIMEOUT        |
 */
export function createS3Store({ store, resolve, ...keys }: S3Options): FileStore {
  const agent = new Agent({
    connections: 16,
    // The address is a setting of the operator, so it may be private.
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup: openDialer(resolve).lookup },
    // The signal is the deadline for the whole file.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function get(request: StoredRequest): Promise<FetchedFile | Failure> {
    const key = [store.prefix, request.applicationId, request.path].filter((part) => part !== '').join('/');
    const signed = await new AwsV4Signer({
      ...keys,
      url: `${store.endpoint}/${key.split('/').map(encoded).join('/')}`,
      method: 'GET',
      headers: { 'x-amz-content-sha256': EMPTY_SHA256 },
      service: 's3',
      region: store.region,
    }).sign();
    const { origin, pathname: path } = signed.url;
    const headers = {
      ...Object.fromEntries(signed.headers),
      ...{ 'user-agent': USER_AGENT, 'accept-encoding': 'identity' },
    };
    const answer = await agent.request({ origin, path, method: 'GET', headers, signal: request.signal });
    return answer.statusCode === 200 ? readBody(answer, request) : refusal(answer, request);
  }

  return {
    async read(request) {
      try {
        return await get(request);
      } catch (error) {
        const { timedOut, reason } = connectionFailure(error, request.signal);
        return failure(timedOut ? 'timeout' : 'outage', `${named(request)}: S3: ${reason}`);
      }
    },
    close: () => agent.close(),
  };
}

/** Encodes a part of a key as the signature does (RFC 3986). */
const encoded = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

async function refusal(answer: Dispatcher.ResponseData, request: StoredRequest): Promise<Failure> {
  const { statusCode: status, headers } = answer;
  const code = /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(await readStart(answer))?.[1];
  const said = `${named(request)}: S3 answered ${status}${code === undefined ? '' : ` ${code}`}`;
  if (status === 404 && (code === undefined || code === 'NoSuchKey'))
    return failure('template', `${said}: the folder of the application has no such file`);
  const wait = retryAfterMs(textOf(headers['retry-after']));
  if (status === 429 || (status === 503 && wait !== undefined)) return failure('rate', said, wait);
  return failure('outage', code === 'AccessDenied' ? `${said}. ${DENIED}` : said);
}

/** S3 tells nobody who may not list a bucket that an object is missing. */
const DENIED =
  'The keys need s3:GetObject, and s3:ListBucket, without which a missing file has the same answer';

async function readStart(answer: Dispatcher.ResponseData): Promise<string> {
  let text = '';
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    text += chunk.toString('latin1');
    if (text.length >= MAX_ERROR) break;
  }
  drop(answer);
  return text;
}
