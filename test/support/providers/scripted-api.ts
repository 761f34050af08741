import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ApiRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An answer, or how the connection ends instead of one. */
export type Reply =
  | { status: number; body: object | string; headers?: Record<string, string> }
  | 'hang'
  | 'reset'
  | 'half-close'
  /** Never answers, and aborts the call as its caller would. */
  | AbortController
  /** A 200 of JSON whose body stops in the middle. */
  | 'break-off';

export interface ScriptedApi {
  /** Its origin. */
  url: string;
  requests: ApiRequest[];
  /** What requests had wrong; a test ends with none. */
  complaints: string[];
  /** The answer to the next request that has nothing wrong; after it the API answers as documented again. */
  next(reply: Reply): void;
  close(): Promise<void>;
}

/** Speaks a provider's protocol: `check` finds fault with a request, `answer` is what the documentation says. */
export interface Protocol {
  check(request: ApiRequest): string[];
  answer(request: ApiRequest): Reply;
}

/** A provider on loopback that takes nothing but what its documentation allows. */
export async function startApi({ check, answer }: Protocol): Promise<ScriptedApi> {
  const requests: ApiRequest[] = [];
  const complaints: string[] = [];
  const scripted: Reply[] = [];
  const server = createServer((incoming, outgoing) => {
    void requestOf(incoming).then((request) => {
      requests.push(request);
      const wrong = check(request);
      complaints.push(...wrong);
      if (wrong.length > 0) give({ status: 400, body: { complaints: wrong } }, incoming, outgoing);
      else give(scripted.shift() ?? answer(request), incoming, outgoing);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    complaints,
    next: (reply) => void scripted.push(reply),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function requestOf(incoming: IncomingMessage): Promise<ApiRequest> {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
  const { method = '', headers } = incoming;
  return { method, path: pathname, query: searchParams, headers, body: await text(incoming) };
}

function give(reply: Reply, incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (reply instanceof AbortController) return reply.abort();
  switch (reply) {
    case 'hang':
      return;
    case 'reset':
      incoming.socket.resetAndDestroy();
      return;
    case 'half-close':
      incoming.socket.end();
      return;
    case 'break-off':
      outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1000 });
      outgoing.write('{"da', () => setTimeout(() => incoming.socket.destroy(), 20));
      return;
    default: {
      const { status, body, headers = {} } = reply;
      const json = typeof body === 'object';
      outgoing.writeHead(status, { 'Content-Type': json ? 'application/json' : 'text/html', ...headers });
      outgoing.end(json ? JSON.stringify(body) : body);
    }
  }
}

/** Complaints about an object's keys: those that are unknown and those that are missing. */
export function wrongKeys(value: object, required: readonly string[], optional: readonly string[]): string[] {
  const keys = Object.keys(value);
  return [
    ...keys.filter((key) => ![...required, ...optional].includes(key)).map((key) => `unknown field ${key}`),
    ...required.filter((key) => !keys.includes(key)).map((key) => `missing field ${key}`),
  ];
}

/** The complaints whose condition holds. */
export const when = (...rules: readonly [boolean, string][]): string[] =>
  rules.flatMap(([wrong, complaint]) => (wrong ? [complaint] : []));
