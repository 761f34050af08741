import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Logger } from 'pino';
import { limitConnections } from './connection-limits';
import { inTurns } from './turns';
import { endSlowAnswers } from './slow-answers';
import { BACKLOG, type ListenerLimits } from './limits';
import { logRarely } from './log-rarely';

/** Answers one request. What it throws, or its promise rejects with, is answered 500 and logged. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const HEADERS_WITHIN_MS = 15_000;
const KEEP_ALIVE_MS = 65_000;
const FAILED = JSON.stringify({
  error: 'The service failed to process the request. Try again.',
  code: 'INTERNAL',
});

/**
 * Returns a server that does not listen yet. Every HTTP server of the service is made here: no request can end the process,
 * and what one client can take from others is limited.
 */
export function createListener(
  handle: Handler,
  { limits, log }: { limits: ListenerLimits; log: Logger },
): Server {
  const { requestTimeoutMs, responseTimeoutMs } = limits;
  const server = createServer({
    // Node's own answer to a request without `Host` has no body.
    requireHostHeader: false,
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(HEADERS_WITHIN_MS, requestTimeoutMs),
    connectionsCheckingInterval: Math.min(1000, requestTimeoutMs / 4),
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  // A client that closes its half of the connection after its request still reads the answer. Node's types lack it.
  Object.assign(server, { httpAllowHalfOpen: true });
  /** The answer that each connection waits for. */
  const underWay = new Map<Socket, ServerResponse>();
  /** Idle, sending a request, not reading an answer, or perhaps gone. */
  const waitsForClient = (socket: Socket): boolean => {
    const response = underWay.get(socket);
    return socket.readableEnded || response === undefined || response.headersSent || !response.req.complete;
  };
  limitConnections(server, { limits, waitsForClient, log });
  endSlowAnswers(server, { limitMs: responseTimeoutMs, underWay, log });
  const warn = logRarely(log);
  const onRequest = inTurns(safely(handle, log), underWay, (socket) =>
    warn({ client: socket.remoteAddress }, 'connections with too many unanswered requests are closed'),
  );
  server.on('request', onRequest);
  // The handler writes "100 Continue" before it reads a body, so a refused body is never sent.
  server.on('checkContinue', asRequest(server));
  // A server may ignore an unknown expectation (RFC 9110 section 10.1.1). Node's own answer has no body.
  server.on('checkExpectation', asRequest(server));
  // Too few descriptors, for example. Without a listener, the error would end the process.
  server.once('listening', () =>
    server.on('error', (error) => log.error({ err: error }, 'a connection could not be accepted')),
  );
  return server;
}

const asRequest =
  (server: Server) =>
  (request: IncomingMessage, response: ServerResponse): void =>
    void server.emit('request', request, response);

/** Returns a handler that never throws. */
const safely =
  (handle: Handler, log: Logger): ((request: IncomingMessage, response: ServerResponse) => void) =>
  (request, response) => {
    const fail = (error: unknown): void => {
      log.error({ err: error, method: request.method }, 'a request failed');
      if (response.headersSent) return void request.socket.destroy();
      const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': FAILED.length };
      response.writeHead(500, headers).end(FAILED);
    };
    // A write after the end, for example. Without a listener, the error would end the process.
    response.on('error', (error) => log.warn({ err: error }, 'an answer could not be sent'));
    try {
      Promise.resolve(handle(request, response)).catch(fail);
    } catch (error) {
      fail(error);
    }
  };

/** Listens, and returns the port. Port 0 means any free port. Rejects if the port is in use, for example. */
export function open(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, BACKLOG, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
