import { Agent, type Dispatcher } from 'undici';
import type { AddressPolicy } from './address-policy';
import { failureReason, type WebhookFailureReason } from './failure';
import type { ResolveAll } from './resolver/resolver';
import { systemResolver } from './resolver/system-resolver';
import { safeConnector } from './safe-connector';
import { checkUrlShape } from './url-safety';

export interface WebhookSenderOptions extends AddressPolicy {
  /** Timeout of one attempt, from the lookup to the end of the answer, milliseconds. @default 10_000 */
  timeoutMs?: number;
  /** Maximum number of bytes of an answer that are read. @default 16_384 */
  maxAnswerBytes?: number;
  /** Maximum number of connections to one origin. @default 64 */
  connectionsPerOrigin?: number;
  /** Resolver of host names. @default the system's DNS servers */
  resolve?: ResolveAll;
  /** Certificates to trust in addition to the public ones, in PEM. */
  ca?: string;
}

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Result of one attempt. `answerStart` is for operators only. */
export type WebhookResult =
  | { kind: 'answered'; status: number; answerStart: string; retryAfter?: string; durationMs: number }
  | { kind: 'failed'; reason: WebhookFailureReason; error: string; durationMs: number };

export type WebhookSender = ReturnType<typeof createWebhookSender>;

/**
 * Posts webhooks to addresses that anyone may have typed in. This agent follows no redirects and does not read the proxy
 * environment. The addresses are checked when the connection is made. The answer is limited in size and time. The status
 * counts as soon as the headers are read: a body that is slow or never ends is cut off and changes nothing.
 */
export function createWebhookSender({
  timeoutMs = 10_000,
  maxAnswerBytes = 16_384,
  connectionsPerOrigin = 64,
  resolve = systemResolver,
  ca,
  ...policy
}: WebhookSenderOptions) {
  const agent = new Agent({
    connections: connectionsPerOrigin,
    connect: safeConnector({ ...policy, resolve, timeoutMs, ca }),
    // The timer in `post` limits the whole attempt.
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
      const retryAfter = answer.headers['retry-after'];
      const answered = { kind: 'answered', status: answer.statusCode, answerStart } as const;
      return typeof retryAfter === 'string' ? { ...answered, retryAfter } : answered;
    } catch (error) {
      return signal.aborted
        ? ({ kind: 'failed', reason: 'timeout', error: `no answer within ${timeoutMs} ms` } as const)
        : ({ kind: 'failed', ...failureReason(error) } as const);
    }
  }

  return {
    /** Makes one attempt. It never throws for what the endpoint does. */
    async post(request: WebhookRequest): Promise<WebhookResult> {
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
    /** Waits for the requests in flight, at most for the timeout, and closes the connections. */
    close: () => agent.close(),
  };
}

/** Reads the body until its end, the limit, the deadline or the loss of the connection. */
async function readStart(body: Dispatcher.ResponseData['body'], limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early destroys the body, which then emits an 'error'.
  body.on('error', () => undefined);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= limit) break;
    }
  } catch {
    // The status is known: an incomplete body is no failure of the attempt.
  }
  return Buffer.concat(chunks).subarray(0, limit).toString('utf8');
}
