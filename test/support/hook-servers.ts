import { once } from 'node:events';
import {
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  createServer as createHttp,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { Server, Socket } from 'node:net';
import { freePort, portInUse } from '../../tools/dev/servers/ports';
import { eventually } from './eventually';

/** An endpoint that does with each request what a test says, on loopback. */
export interface HookServer {
  url: string;
  /** Ids of the notifications of its requests, as they came. */
  received: string[];
  /** The most requests that it had open at once. */
  mostOpen: number;
  stop(): Promise<void>;
  /** Listens again at the same address. */
  start(): Promise<void>;
}

/** Called once the body is there; `index` counts the requests. */
export type Answer = (request: IncomingMessage, response: ServerResponse, index: number) => void;

const started: HookServer[] = [];

export async function startHookServer(
  answer: Answer,
  tls?: { key: string; cert: string },
): Promise<HookServer> {
  const sockets = new Set<Socket>();
  let open = 0;
  const port = await freePort();
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    hook.mostOpen = Math.max(hook.mostOpen, (open += 1));
    response.on('close', () => (open -= 1));
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { request_id: id } = JSON.parse(Buffer.concat(chunks).toString()) as { request_id: string };
      answer(request, response, hook.received.push(id) - 1);
    });
  };
  let server: Server;
  const hook: HookServer = {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    received: [],
    mostOpen: 0,
    start: async () => {
      // Others listen on a port for a moment to see whether it is free.
      await eventually(`port ${port} to be free`, async () => !(await portInUse(port)));
      server = tls ? createHttps(tls, listener) : createHttp(listener);
      server.on('connection', (socket: Socket) => sockets.add(socket));
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
  await hook.start();
  started.push(hook);
  return hook;
}

/** Stops all that this test file has started. */
export async function stopHookServers(): Promise<void> {
  await Promise.all(started.splice(0).map((hook) => hook.stop()));
}

export const answers =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(status, headers).end('an answer');

/** Takes the request and never answers. */
export const hangs: Answer = () => undefined;

/** Writes one byte a second for ever, behind this. */
export const drips =
  (start: string): Answer =>
  ({ socket }, response) => {
    socket.write(start);
    const timer = setInterval(() => socket.write('x'), 1000);
    response.on('close', () => clearInterval(timer));
  };
