import { Agent, type Dispatcher } from 'undici';
import type { AddressPolicy } from './address-policy';
import { failureReason, type WebhookFailureReason } from './failure';
import { safeConnector } from './safe-connector';
import { checkUrlShape, type ResolveAll, resolveAll } from './url-safety';

export interface WebhookSenderOptions extends AddressPolicy {
  /** Milliseconds for one attempt, from the lookup to the end of the answer. @default 10_000 */
  timeoutMs?: number;
  /** Bytes of an answer that are read. @default 16_384 */
  maxAnswerBytes?: number;
  /** Connections to one origin. @default 64 */
  connectionsPerOrigin?: number;
  /** Resolver of host names. @default the system's */
  resolve?: ResolveAll;
  /** Certificates to trust besides the public ones, in PEM. */
  ca?: string;
}

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What became of one attempt; `answerStart` is for operators only. */
export type WebhookResult =
  | { kind: 'answered'; status: number; answerStart: string; durationMs: number }
  | { kind: 'failed'; reason: WebhookFailureReason; error: string; durationMs: number };

export interface WebhookSender {
  /** Makes one attempt; never throws for what the endpoint does. */
  post(request: WebhookRequest): Promise<WebhookResult>;
  /** Ends what is under way (within the timeout) and closes the connections. */
  close(): Promise<void>;
}

/**
 * Posts webhooks to addresses that anyone may have typed in. Redirects are not followed and the proxy
 * environment is not read (this agent does neither); the addresses are checked where the connection is
 * made; the answer is bounded in size and time. The status counts once the headers came: a body that
 * drips or never ends is cut and changes nothing.
 */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { timeoutMs = 10_000, maxAnswerBytes = 16_384, connectionsPerOrigin = 64 } = options;
  const { development, allowedSubnets } = options;
  const policy: AddressPolicy = { development, allowedSubnets };
  const { resolve = resolveAll, ca } = options;
  const agent = new Agent({
    connections: connectionsPerOrigin,
    connect: safeConnector({ ...policy, resolve, timeoutMs, ca }),
    // One deadline over all of it, below.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function attempt(request: WebhookRequest, signal: AbortSignal) {
    const check = checkUrlShape(request.url, policy);
    if (!check.ok) return { kind: 'failed', reason: 'refused_address', error: check.reason } as const;
    const { origin, pathname, search } = check.url;
    try {
      const answer = await agent.request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers: request.headers,
        body: request.body,
        signal,
      });
      const answerStart = await readStart(answer.body, maxAnswerBytes);
      return { kind: 'answered', status: answer.statusCode, answerStart } as const;
    } catch (error) {
      return signal.aborted
        ? ({ kind: 'failed', reason: 'timeout', error: `no answer within ${timeoutMs} ms` } as const)
        : ({ kind: 'failed', ...failureReason(error) } as const);
    }
  }

  return {
    async post(request) {
      const startedAt = performance.now();
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), timeoutMs);
      try {
        const result = await attempt(request, deadline.signal);
        return { ...result, durationMs: Math.round(performance.now() - startedAt) };
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => agent.close(),
  };
}

/** What came of the body until its end, the limit, the deadline or the loss of the connection. */
async function readStart(body: Dispatcher.ResponseData['body'], limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early destroys the body, which then says so by an 'error' that nobody waits for.
  body.on('error', () => undefined);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= limit) break;
    }
  } catch {
    // The status is known; a body that broke off is no failure of the attempt.
  }
  return Buffer.concat(chunks).subarray(0, limit).toString('utf8');
}
