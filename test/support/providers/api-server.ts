import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ApiRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface ApiReply {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON; text as it is. */
  body?: unknown;
}

/**
 * How the server fails instead of answering, each after it has read the request: `hang` never answers, `reset` breaks
 * the connection, `cut` breaks it in the middle of an answer with status 200.
 */
export type ApiFault = 'hang' | 'reset' | 'cut';

/** What a server does with each request. */
export type ApiHandler = (request: ApiRequest) => ApiReply | ApiFault | Promise<ApiReply | ApiFault>;

export interface ApiServer {
  url: string;
  /** Requests that were read to their end. */
  requests: ApiRequest[];
  /**
   * The next answers, whatever the request; then `handle` answers again. A controller is aborted when the request was
   * read, for a caller that gives up.
   */
  next: (ApiReply | ApiFault | AbortController)[];
  close(): Promise<void>;
}

/** A local server that speaks a provider's protocol as `handle` does, with faults on demand. */
export async function startApiServer(handle: ApiHandler): Promise<ApiServer> {
  const requests: ApiRequest[] = [];
  const next: ApiServer['next'] = [];
  const answer = async (request: ApiRequest, outgoing: ServerResponse): Promise<void> => {
    requests.push(request);
    const reply = next.shift() ?? (await handle(request));
    if (reply === 'hang') return;
    if (reply instanceof AbortController) return reply.abort();
    if (reply === 'reset') return void outgoing.socket?.destroy();
    if (reply === 'cut') {
      outgoing
        .writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        .write('{"id":"');
      return void setTimeout(() => outgoing.socket?.destroy(), 20);
    }
    const { status, body } = reply;
    outgoing.writeHead(status, { 'content-type': 'application/json', ...reply.headers });
    outgoing.end(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body));
  };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('error', () => undefined);
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const body = Buffer.concat(chunks).toString('utf8');
      void answer({ method, path: url, headers, body }, outgoing);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    next,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
