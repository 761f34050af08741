import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ApiRequest {
  method: string;
  /** With its query. */
  path: string;
  pathname: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** The body as text. */
  body: string;
  bytes: Buffer;
  /** The body if it is JSON, else undefined. */
  json: unknown;
}

export interface ApiReply {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON; text as it is, as a web page. */
  body?: unknown;
}

/**
 * How the server fails instead of answering, each after it has read the request: `hang` never answers, `reset` breaks
 * the connection, `half-close` ends it without an answer, `cut` ends it in the middle of an answer with status 200, and `stall`
 * sends nothing more from there on.
 */
export type ApiFault = 'hang' | 'reset' | 'half-close' | 'cut' | 'stall';

/** What a server does with each request. */
export type ApiHandler = (request: ApiRequest) => ApiReply | ApiFault | Promise<ApiReply | ApiFault>;

export interface ApiServer {
  url: string;
  /** Requests that were read to their end. */
  requests: ApiRequest[];
  /** What requests had wrong; a test ends with none. */
  violations: string[];
  /**
   * The next answers, whatever the request; then `handle` answers again. A controller is aborted when the request was
   * read, for a caller that gives up.
   */
  next: (ApiReply | ApiFault | AbortController | ApiHandler)[];
  close(): Promise<void>;
}

export interface ApiServerOptions {
  /** Whether `handle` gets the requests of `next` too: a vendor that took the message although its answer was lost. */
  strict?: boolean;
  /** Requests that `handle` answers whatever `next` holds. */
  unscripted?: (request: ApiRequest) => boolean;
  tls?: { key: string; cert: string };
}

/** A local server that speaks a provider's protocol as `handle` does, with faults on demand; a throw is a violation. */
export async function startApiServer(
  handle: ApiHandler,
  { strict = false, unscripted = () => false, tls }: ApiServerOptions = {},
): Promise<ApiServer> {
  const requests: ApiRequest[] = [];
  const violations: string[] = [];
  const next: ApiServer['next'] = [];

  async function replyTo(request: ApiRequest): Promise<ApiReply | ApiFault | AbortController> {
    try {
      const own = strict ? await handle(request) : undefined;
      const scripted = unscripted(request) ? undefined : next.shift();
      if (typeof scripted === 'function') return await scripted(request);
      return scripted ?? own ?? (await handle(request));
    } catch (error) {
      violations.push(String(error));
      return { status: 400, body: 'not as documented' };
    }
  }
  const listener: RequestListener = (incoming, outgoing) => {
    const answer = async (): Promise<void> => {
      const request = requestOf(incoming, await buffer(incoming));
      requests.push(request);
      const reply = await replyTo(request);
      if (reply === 'hang') return;
      if (reply instanceof AbortController) return reply.abort();
      if (reply === 'reset') return reset(incoming.socket);
      if (reply === 'half-close') return void incoming.socket.end();
      if (reply === 'cut' || reply === 'stall') {
        outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        return void outgoing.write('{"id":"', () => reply === 'cut' && incoming.socket.end());
      }
      const { status, headers, body } = reply;
      const type = typeof body === 'string' ? 'text/html' : 'application/json';
      outgoing.writeHead(status, { 'content-type': type, ...headers });
      outgoing.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
    };
    // A caller that goes away before its request is read gets no answer.
    answer().catch(() => undefined);
  };

  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    requests,
    violations,
    next,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function requestOf({ method = '', url: path = '/', headers }: IncomingMessage, bytes: Buffer): ApiRequest {
  const { pathname, searchParams: query } = new URL(path, 'http://localhost');
  const body = bytes.toString('utf8');
  return { method, path, pathname, query, headers, body, bytes, json: jsonOf(body) };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** With a reset if the socket can send one: through TLS none can. */
const reset = (socket: Socket): void =>
  void ('encrypted' in socket ? socket.destroy() : socket.resetAndDestroy());

/** Fails with `what` if it does not hold. */
export function must(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(what);
}
