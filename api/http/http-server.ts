import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { clientOf } from '../../core/access/client-address';
import { type Subnet, isInSubnets, readAddress } from '../../core/access/subnets';
import { answerUnreadable } from './unreadable-request';

export interface ServerLimits {
  /** A request must have come whole by then. */
  requestTimeoutMs: number;
  maxConnections: number;
  maxConnectionsPerAddress: number;
  /** Have no limit per address. */
  trustedProxies: readonly Subnet[];
}

const HEADERS_WITHIN_MS = 15_000;
const KEEP_ALIVE_MS = 65_000;
/** How long a body that nobody reads may go on after its answer; closed at once, the client may lose the answer. */
const LINGER_MS = 1000;
/** One line of log for each kind of refusal in this time. */
const LOG_EVERY_MS = 60_000;

/** Serves the app. Port 0 is any free one. What a client may take from others before it has said who it is, is limited. */
export function listen(
  app: Express,
  { host, port, limits, log }: { host: string; port: number; limits: ServerLimits; log: Logger },
): Promise<Server> {
  const { requestTimeoutMs } = limits;
  const server = createServer({
    // Node would answer a request without `Host` without a body; `oneHost` answers it.
    requireHostHeader: false,
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(HEADERS_WITHIN_MS, requestTimeoutMs),
    connectionsCheckingInterval: Math.min(1000, requestTimeoutMs / 4),
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  limitConnections(server, limits, log);
  answerUnreadable(server, log);
  server.on('request', endUnread);
  server.on('request', app);
  const asRequest = (request: IncomingMessage, response: ServerResponse): void =>
    void server.emit('request', request, response);
  // Who reads a body says "100 Continue" first (`bodyWithin`), so that a refused one is never sent.
  server.on('checkContinue', asRequest);
  // An expectation that nobody knows may be ignored (RFC 9110 section 10.1.1); Node would answer without a body.
  server.on('checkExpectation', asRequest);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

function limitConnections(server: Server, limits: ServerLimits, log: Logger): void {
  const { maxConnections, maxConnectionsPerAddress, trustedProxies } = limits;
  const warn = seldom((details: object) => log.warn(details, 'connections are closed at once: too many'));
  server.maxConnections = maxConnections;
  server.on('drop', () => warn({ limit: maxConnections }));
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = readAddress(socket.remoteAddress);
    if (address !== null && isInSubnets(address, trustedProxies)) return;
    const client = clientOf(socket.remoteAddress);
    const count = open.get(client) ?? 0;
    if (count >= maxConnectionsPerAddress) {
      warn({ limit: maxConnectionsPerAddress, client });
      return void socket.destroy();
    }
    open.set(client, count + 1);
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1;
      if (left === 0) open.delete(client);
      else open.set(client, left);
    });
  });
}

/** Node reads what is left of a body behind its answer, to use the connection again: not for longer than a moment. */
function endUnread(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return;
    const { socket } = request;
    setTimeout(() => request.complete || socket.destroy(), LINGER_MS).unref();
  });
}

function seldom<T>(say: (what: T) => void): (what: T) => void {
  let saidAt = -Infinity;
  return (what) => {
    if (performance.now() - saidAt < LOG_EVERY_MS) return;
    saidAt = performance.now();
    say(what);
  };
}
