import { connectionFailure } from './http-failure';
import { ABORTED, orAborted } from './or-aborted';
import type { HttpResult } from './provider-http';
import type { Http2Request } from './http2-exchange';
import { openHttp2Session, type Http2Session, type Http2SessionOptions } from './http2-session';

export type Http2ClientOptions = Pick<Http2SessionOptions, 'url'> & Partial<Http2SessionOptions>;

/** An HTTP/2 client of one origin. Like `provider-http` it reports what was handed over. */
export interface Http2Client {
  /** POSTs; never rejects. */
  request(request: Http2Request): Promise<HttpResult>;
  /** Ends after the last request. */
  close(): Promise<void>;
}

/** Maximum number of sessions for one request. A session can refuse it unhandled, or end. */
const SESSIONS = 3;

/** Keeps one session, opened when it is first needed and again after it ended. */
export function createHttp2Client(options: Http2ClientOptions): Http2Client {
  const sessionOptions: Http2SessionOptions = {
    connectTimeoutMs: 10_000,
    answerTimeoutMs: 25_000,
    pingEveryMs: 60_000,
    pingTimeoutMs: 10_000,
    ...options,
  };
  let opening: Promise<Http2Session> | null = null;
  let session: Http2Session | null = null;
  let underWay = 0;
  let closed: (() => void) | null = null;

  /** Opens one connection at a time, for all waiting requests. */
  function current(): Promise<Http2Session> {
    if (session?.usable()) return Promise.resolve(session);
    opening ??= openHttp2Session(sessionOptions)
      .then((opened) => (session = opened))
      .finally(() => (opening = null));
    return opening;
  }

  async function send(request: Http2Request): Promise<HttpResult> {
    for (let tried = 0; tried < SESSIONS; tried += 1) {
      let opened: Http2Session | typeof ABORTED;
      try {
        opened = await orAborted(current(), request.signal);
      } catch (error) {
        return { ...nothing, ...connectionFailure(error, request.signal) };
      }
      if (opened === ABORTED) return { ...nothing, timedOut: true, reason: 'no connection in time' };
      const result = await opened.request(request);
      if (result) return result;
    }
    return { ...nothing, timedOut: false, reason: 'the server took the request on no connection' };
  }

  return {
    request: async (request) => {
      underWay += 1;
      try {
        return await send(request);
      } finally {
        underWay -= 1;
        if (closed && underWay === 0) closed();
      }
    },
    close: async () => {
      if (underWay > 0) await new Promise<void>((resolve) => (closed = resolve));
      // A later request opens a session again, which ends here too.
      closed = () => session?.close();
      session?.close();
    },
  };
}

const nothing = { ok: false, handedOver: false } as const;
