import {
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
} from 'node:http2';
import { USER_AGENT } from '../../process/version';
import type { HttpResult } from './provider-http';

export interface Http2Request {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The attempt's deadline. */
  signal: AbortSignal;
}

interface ExchangeOptions extends Http2Request {
  answerTimeoutMs: number;
  /** Number of the last stream that the server may have handled (GOAWAY), Infinity before it says so. */
  lastHandled: () => number;
}

/** Bytes of an answer that are kept. */
const MAX_ANSWER = 64 * 1024;

/**
 * Makes one POST and returns its answer. Null if the server says that it was not handed over: the stream was refused before
 * it was handled (REFUSED_STREAM, RFC 9113 section 8.7), or is beyond the last one of a GOAWAY (section 6.8). After any
 * other break it may have been handled.
 */
export function exchange(session: ClientHttp2Session, options: ExchangeOptions): Promise<HttpResult | null> {
  const { path, headers, body, signal, answerTimeoutMs, lastHandled } = options;
  let stream: ClientHttp2Stream;
  try {
    stream = session.request({ 'user-agent': USER_AGENT, ...headers, ':method': 'POST', ':path': path });
  } catch {
    // The session had ended.
    return Promise.resolve(null);
  }
  return new Promise((resolve) => {
    let answer: IncomingHttpHeaders | undefined;
    let failure: Error | undefined;
    let timedOut = false;
    let size = 0;
    const chunks: Buffer[] = [];
    const giveUp = (): void => {
      timedOut = true;
      stream.close(constants.NGHTTP2_CANCEL);
    };
    const timer = setTimeout(giveUp, answerTimeoutMs);
    signal.addEventListener('abort', giveUp, { once: true });
    stream
      .on('response', (received) => (answer = received))
      .on('data', (chunk: Buffer) => {
        if (size < MAX_ANSWER) chunks.push(chunk);
        size += chunk.length;
      })
      .on('error', (error: Error) => (failure = error))
      .on('close', () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        resolve(outcome());
      });
    stream.end(body);
    if (signal.aborted) giveUp();

    function outcome(): HttpResult | null {
      if (answer) {
        const text = Buffer.concat(chunks).subarray(0, MAX_ANSWER).toString('utf8');
        return {
          ok: true,
          answer: { status: Number(answer[':status']), headers: plain(answer), body: text },
        };
      }
      const refused = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM;
      if (refused || (stream.id ?? 0) > lastHandled()) return null;
      const reason = timedOut
        ? 'no answer in time'
        : (failure?.message ?? 'the stream was closed without an answer');
      return { ok: false, handedOver: true, timedOut, reason };
    }
  });
}

const plain = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String([value].flat()[0] ?? '')]));
