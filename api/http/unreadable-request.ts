import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { ErrorCode } from '../../core/shared/error-codes';
import { ANSWER_HEADERS } from './response-headers';
import { hasProgressed, workedMs } from './working-time';

const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';

type Refusal = readonly [status: number, code: ErrorCode, error: string];

/** Answers by the code of Node's error (nodejs.org/api/http.html, event `clientError`). */
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: [431, 'PAYLOAD_TOO_LARGE', 'The path and the headers together are longer than 16 kB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    413,
    'PAYLOAD_TOO_LARGE',
    'The chunk extensions of the body are too large.',
  ],
  [LATE]: [408, 'VALIDATION_ERROR', 'The request did not arrive in time.'],
};
const MALFORMED: Refusal = [400, 'VALIDATION_ERROR', 'The request is not valid HTTP.'];

const LINGER_MS = 1000;

/** Node's error if the client ended its half of the connection within a request (from its parser, llhttp). */
const CLIENT_ENDED = 'HPE_INVALID_EOF_STATE';

const answered = new WeakMap<ServerResponse, number>();

/** Returns the status with which `answerUnreadable` answered a request that arrived in part. */
export const answeredUnread = (response: ServerResponse): number | undefined => answered.get(response);

/**
 * Answers unreadable requests in the one shape of errors. Node's own answer has no body. If complete requests came before on the
 * connection, they are answered first: a 400 in place of their answer would say that nothing was done.
 */
export function answerUnreadable(server: Server, log: Logger): void {
  const latest = new WeakMap<object, ServerResponse>();
  /** Node reports everything that comes after an unreadable byte. */
  const reported = new WeakSet<Socket>();
  server.prependListener('request', ({ socket }, response) => void latest.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const response = latest.get(socket);
    if (error.code === LATE && response?.req.complete === false)
      return whenLate(response.req, {
        timeoutMs: server.requestTimeout,
        // A request that was answered before its end is ended elsewhere. A second answer would follow its first.
        refuseIt: () => void (response.writableFinished || refuse(error, socket, response, log)),
      });
    const isWaiting = response?.req.complete === true && !response.writableFinished;
    if (!isWaiting || !socket.writable || error.code === 'ECONNRESET')
      return refuse(error, socket, response, log);
    if (reported.has(socket)) return;
    reported.add(socket);
    response.once('close', () => refuse(error, socket, undefined, log));
  });
}

/** Milliseconds that are not worth another look. */
const SHORTEST_MS = 10;

interface Late {
  timeoutMs: number;
  refuseIt: () => void;
}

/**
 * Refuses a request whose rest does not come in time. The time in which the service worked on what had come is not the
 * client's: it gets that in addition. A streamed body that makes progress gets the whole time again (REQUEST-16). `excused`
 * is what it got of the former before, milliseconds.
 */
function whenLate(req: IncomingMessage, late: Late, excused = 0): void {
  if (req.complete || req.destroyed) return;
  const worked = workedMs(req);
  const moreMs = hasProgressed(req) ? late.timeoutMs : worked - excused;
  if (moreMs < SHORTEST_MS) return late.refuseIt();
  setTimeout(() => whenLate(req, late, worked), moreMs).unref();
}

function refuse(
  error: NodeJS.ErrnoException,
  socket: Socket,
  response: ServerResponse | undefined,
  log: Logger,
): void {
  const underWay = response?.headersSent === true && !response.writableFinished;
  const [status, code, message] = REFUSALS[error.code ?? ''] ?? MALFORMED;
  // The access log has a line for everything that became a request.
  const open = response?.writableFinished === false ? response : undefined;
  if (open && error.code !== CLIENT_ENDED) answered.set(open, status);
  // The request is answered, so its handler must stop.
  if (response?.headersSent === false && !response.req.complete) response.req.emit('aborted');
  if (!socket.writable || underWay || error.code === 'ECONNRESET') return void socket.destroy();
  const requestId = open?.getHeader('X-Request-Id')?.toString() ?? randomUUID();
  if (!open) log.info({ requestId, method: null, path: null, status }, 'request');
  const text = JSON.stringify({ error: message, code });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries(ANSWER_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
  // An immediate close could cost the client the answer while it still sends.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
