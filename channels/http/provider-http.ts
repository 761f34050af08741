import { Agent, type buildConnector, type Dispatcher } from 'undici';
import { traceHeaders } from '../../telemetry/tracing';
import { USER_AGENT } from '../../process/version';
import type { HttpAnswer } from './http-answer';
import { connectionFailure, type HttpFailure } from './http-failure';

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  /** A `user-agent` replaces ours. */
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** How the answer's bytes become text; `latin1` keeps every one. @default 'utf8' */
  encoding?: 'utf8' | 'latin1';
  /** The attempt's deadline. */
  signal: AbortSignal;
}

/** An answer, or why there is none. */
export type HttpResult = { ok: true; answer: HttpAnswer } | ({ ok: false } & HttpFailure);

/** The one HTTP client that providers use. */
export interface ProviderHttp {
  /** Makes one call; it never throws, follows no redirect and repeats nothing. */
  request(request: HttpRequest): Promise<HttpResult>;
  close(): Promise<void>;
}

export interface ProviderHttpOptions {
  /** Connections to one origin. @default 50 */
  connectionsPerOrigin?: number;
  /** Milliseconds for a connection, TLS included. @default 10_000 */
  connectTimeoutMs?: number;
  /** Milliseconds from a request's last byte to the answer's headers, and between pieces of its body. @default 25_000 */
  answerTimeoutMs?: number;
  /** Certificates to trust besides the public ones, in PEM. */
  ca?: string;
  /** Opens the connections; `connectTimeoutMs` and `ca` are then ignored. */
  connector?: buildConnector.connector;
}

const MAX_ANSWER_BYTES = 256 * 1024;

/**
 * HTTP/1.1 with pooled connections and limits on everything. It reports whether a failed request may have reached the
 * provider (`handedOver`): before its first byte is written nothing was sent, after that it may have been.
 */
export function createProviderHttp(options: ProviderHttpOptions = {}): ProviderHttp {
  const { connectionsPerOrigin = 50, connectTimeoutMs = 10_000, answerTimeoutMs = 25_000, ca } = options;
  const { connector } = options;
  const agent = new Agent({
    connections: connectionsPerOrigin,
    pipelining: 1,
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
    connect: connector ?? { timeout: connectTimeoutMs, ...(ca !== undefined && { ca }) },
  });
  return {
    async request({ method, url, headers, body, encoding, signal }) {
      let handedOver = false;
      const watched = agent.compose((dispatch) => (request, handler) => {
        const { onRequestStart } = handler;
        handler.onRequestStart = (...args) => {
          // A request that was aborted while it waited for a connection ends here, unsent.
          handedOver = !signal.aborted;
          onRequestStart?.apply(handler, args);
        };
        return dispatch(request, handler);
      });
      try {
        const { origin, pathname, search } = new URL(url);
        const path = pathname + search;
        const named = { 'user-agent': USER_AGENT, ...traceHeaders(), ...headers };
        const answer = await watched.request({ origin, path, method, headers: named, body, signal });
        const text = await readStart(answer.body, encoding);
        return {
          ok: true,
          answer: { status: answer.statusCode, headers: firstOf(answer.headers), body: text },
        };
      } catch (error) {
        return { ok: false, handedOver, ...connectionFailure(error, signal) };
      }
    },
    close: () => agent.close(),
  };
}

/** Returns the body up to the limit, or what arrived of it before it broke off. */
async function readStart(
  body: Dispatcher.ResponseData['body'],
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  body.on('error', () => undefined);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // The status is known, and it classifies the answer.
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString(encoding);
}

function firstOf(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value].flat()[0] ?? '']);
  return Object.fromEntries(entries) as Record<string, string>;
}
