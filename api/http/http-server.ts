import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { clientOf } from '../../core/access/client-address';
import { type Subnet, isInSubnets, readAddress } from '../../core/access/subnets';
import { answerUnreadable } from './unreadable-request';

export interface ServerLimits {
  /** Within this time the whole request must have arrived. */
  requestTimeoutMs: number;
  maxConnections: number;
  maxConnectionsPerAddress: number;
  /** Connections from these networks have no limit per address. */
  trustedProxies: readonly Subnet[];
}

const HEADERS_WITHIN_MS = 15_000;
const KEEP_ALIVE_MS = 65_000;
/** How long the rest of an unread body may follow its answer. An immediate close could cost the client the answer. */
const LINGER_MS = 1000;
/** Refused connections are logged at most once in this time. */
const LOG_EVERY_MS = 60_000;

/** Serves the app. Port 0 means any free port. Limits what unauthenticated clients can take from others. */
export function listen(
  app: Express,
  { host, port, limits, log }: { host: string; port: number; limits: ServerLimits; log: Logger },
): Promise<Server> {
  const { requestTimeoutMs } = limits;
  const server = createServer({
    // Node's own answer to a request without `Host` has no body. `oneHost` answers it instead.
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
  // `bodyWithin` writes "100 Continue" before it reads a body, so a refused body is never sent.
  server.on('checkContinue', asRequest);
  // A server may ignore an unknown expectation (RFC 9110 section 10.1.1). Node's own answer has no body.
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
  let warnedAt = -Infinity;
  const warn = (details: object): void => {
    if (performance.now() - warnedAt < LOG_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn(details, 'connections are closed at once: too many');
  };
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

/** Limits how long Node reads the rest of a body after its answer. Node reads it to use the connection again. */
function endUnread(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return;
    const { socket } = request;
    setTimeout(() => request.complete || socket.destroy(), LINGER_MS).unref();
  });
}
