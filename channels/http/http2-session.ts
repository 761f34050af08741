import { connect, constants, type ClientHttp2Session } from 'node:http2';
import type { Dialer } from '../../net/dialer';
import { createWaitingLines } from '../../process/waiting-lines';
import { exchange, type Http2Request } from './http2-exchange';
import type { HttpResult } from './provider-http';

export interface Http2SessionOptions {
  /** Origin: https, or http (prior knowledge). */
  url: string;
  /** Certificates to trust in place of the public ones, in PEM. */
  ca?: string;
  /** @default any address, by the system's resolver */
  dialer?: Dialer;
  /** Milliseconds until the server's settings are there. */
  connectTimeoutMs: number;
  /** Milliseconds from a request to the end of its answer. */
  answerTimeoutMs: number;
  /** Milliseconds between pings of a session. */
  pingEveryMs: number;
  /** Milliseconds that the answer of a ping may take, before the session counts as dead. */
  pingTimeoutMs: number;
}

/** One connection. */
export interface Http2Session {
  /** Returns false after GOAWAY, an error or a ping without answer. */
  usable(): boolean;
  /** Returns null if the session ended before the request was handed over, so another one may take it. */
  request(request: Http2Request): Promise<HttpResult | null>;
  /** Ends after the last request. */
  close(): void;
}

/** Maximum number of streams at once of one session, whatever the server allows. */
const MOST_STREAMS = 500;

/** Opens a session and waits for the server's settings, which say how many streams it takes. Rejects if it cannot. */
export async function openHttp2Session(options: Http2SessionOptions): Promise<Http2Session> {
  const { url, ca, dialer, pingEveryMs, pingTimeoutMs, answerTimeoutMs } = options;
  const refusal = dialer?.refusalOf(new URL(url).hostname);
  if (refusal) throw refusal;
  const session = connect(url, {
    settings: { enablePush: false },
    rejectUnauthorized: true,
    lookup: dialer?.lookup,
    ...(ca !== undefined && { ca }),
  });
  await settled(session, options.connectTimeoutMs);

  const streams = createWaitingLines({ all: placesOf(session) });
  let lastHandled = Infinity;
  let usable = true;
  const retire = (): void => {
    usable = false;
    clearInterval(pings);
    streams.close();
  };
  const pings = setInterval(() => ping(session, pingTimeoutMs), pingEveryMs).unref();
  session
    .on('remoteSettings', () => streams.resize(placesOf(session)))
    .on('goaway', (_code: number, last: number) => {
      lastHandled = last;
      retire();
    })
    .on('error', retire)
    .on('close', retire);

  return {
    usable: () => usable && !session.closed && !session.destroyed,
    request: async (request) => {
      const stream = await streams.take(url, request);
      if (!stream) {
        if (!request.signal.aborted) return null;
        return { ok: false, handedOver: false, timedOut: true, reason: 'no free stream in time' };
      }
      try {
        return await exchange(session, { ...request, answerTimeoutMs, lastHandled: () => lastHandled });
      } finally {
        stream.leave();
      }
    },
    close: () => session.close(),
  };
}

const placesOf = ({ remoteSettings }: ClientHttp2Session): number =>
  Math.min(MOST_STREAMS, remoteSettings.maxConcurrentStreams ?? MOST_STREAMS);

function settled(session: ClientHttp2Session, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' }));
      session.destroy();
    }, timeoutMs);
    const fail = (error?: Error): void => {
      clearTimeout(timer);
      reject(error ?? new Error('the connection was closed'));
    };
    // A later error ends the session, which 'close' reports.
    session.on('error', fail).once('close', fail);
    session.once('remoteSettings', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Finds a connection that died silently, before a message with an unknown outcome does. */
function ping(session: ClientHttp2Session, timeoutMs: number): void {
  if (session.closed || session.destroyed) return;
  const dead = (): void => session.destroy(new Error('no answer to a ping'), constants.NGHTTP2_CANCEL);
  const timer = setTimeout(dead, timeoutMs).unref();
  session.ping(() => clearTimeout(timer));
}
