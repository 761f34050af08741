import { ABORTED, orAborted } from './or-aborted';
import type { HttpResult } from './provider-http';
import type { Http2Request } from './http2-exchange';
import { openHttp2Session, type Http2Session, type Http2SessionOptions } from './http2-session';

export type Http2ClientOptions = Pick<Http2SessionOptions, 'url' | 'ca'> &
  Partial<Omit<Http2SessionOptions, 'url' | 'ca'>>;

/** A client of one origin that wants HTTP/2; it tells what was handed over as the client of `provider-http` does. */
export interface Http2Client {
  /** POSTs; never rejects. */
  request(request: Http2Request): Promise<HttpResult>;
  /** Ends when what is under way is done. */
  close(): Promise<void>;
}

/** Times that one request may be refused unhandled, or see its session end, before it is left for later. */
const SESSIONS = 3;

/** Keeps one session, opened when it is first needed and anew when it has ended. */
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

  /** One connection is opened at a time, for all that wait for one. */
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
        return notHandedOver(error);
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
      // Who still holds the client and uses it later opens a session again, which ends here too.
      closed = () => session?.close();
      session?.close();
    },
  };
}

const nothing = { ok: false, handedOver: false } as const;

function notHandedOver(error: unknown): HttpResult {
  const { code = '', message = String(error) } = (error ?? {}) as { code?: string; message?: string };
  const reason = code === '' ? message : `${code}: ${message}`;
  return { ...nothing, timedOut: code === 'ETIMEDOUT', reason };
}
