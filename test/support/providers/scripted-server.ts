import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * What a server does with a request that it has read: answers, never answers, resets the connection, ends it without an
 * answer, or aborts the call as its caller would.
 */
export type Reply =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | 'hang'
  | 'reset'
  | 'half-close'
  | AbortController;

export interface ScriptedServer {
  url: string;
  received: Received[];
  /** What was wrong with requests; a test ends by looking that there is nothing. */
  problems: string[];
  /** Replies to the next requests, before the usual ones. */
  script: (Reply | ((request: Received) => Reply | Promise<Reply>))[];
  stop(): Promise<void>;
}

export interface ScriptedServerOptions {
  /** The answer of a request that is right; throws to say what is wrong with it. */
  answer: (request: Received) => Reply;
  /** Requests that are answered by `answer` whatever the script says. */
  unscripted?: (request: Received) => boolean;
  tls?: { key: string; cert: string };
}

/** An HTTP server on this machine that checks every request, also those whose answer is scripted. */
export async function startScriptedServer(options: ScriptedServerOptions): Promise<ScriptedServer> {
  const script: ScriptedServer['script'] = [];
  const received: Received[] = [];
  const problems: string[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    const answer = async (): Promise<void> => {
      const { method = '', url: path = '', headers } = request;
      const one: Received = { method, path, headers, body: Buffer.concat(chunks) };
      received.push(one);
      let reply: Reply;
      try {
        reply = options.answer(one);
      } catch (error) {
        problems.push(String(error));
        reply = { status: 400, body: { error: { code: 400, message: String(error) } } };
      }
      const scripted = options.unscripted?.(one) ? undefined : script.shift();
      if (scripted !== undefined) reply = typeof scripted === 'function' ? await scripted(one) : scripted;
      if (reply === 'hang') return;
      if (reply instanceof AbortController) return reply.abort();
      if (reply === 'reset') return void cut(request.socket);
      if (reply === 'half-close') return void request.socket.end();
      const { status, headers: extra, body } = reply;
      const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json', ...extra }).end(text);
    };
    request.on('end', () => void answer());
  };
  const server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: options.tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    received,
    problems,
    script,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** With a reset where the socket can send one: through TLS none can. */
const cut = (socket: Socket): unknown =>
  'encrypted' in socket ? socket.destroy() : socket.resetAndDestroy();

/** Fails with `what` where it does not hold. */
export function must(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(what);
}
