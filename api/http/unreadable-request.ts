import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { ErrorCode } from '../../core/shared/error-codes';
import { ANSWER_HEADERS } from './response-headers';

interface Refusal {
  status: number;
  code: ErrorCode;
  error: string;
}

/** By the code of Node's error (nodejs.org/api/http.html, event `clientError`). */
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'PAYLOAD_TOO_LARGE',
    error: 'The path and the headers are longer than 16 kB together.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    error: 'The chunk extensions of the body are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'VALIDATION_ERROR',
    error: 'The request did not arrive in time.',
  },
};
const MALFORMED: Refusal = { status: 400, code: 'VALIDATION_ERROR', error: 'The request is not valid HTTP.' };

const LINGER_MS = 1000;

/** The client has ended its half of the connection within a request (Node's parser, llhttp). */
const CLIENT_ENDED = 'HPE_INVALID_EOF_STATE';

/** The status that a request was answered with here, by its response. */
const answered = new WeakMap<ServerResponse, number>();

/** The status that `answerUnreadable` gave a request that came in part. */
export const answeredUnread = (response: ServerResponse): number | undefined => answered.get(response);

/** Answers what never becomes a request in the one shape of errors, where Node would answer without a body. */
export function answerUnreadable(server: Server, log: Logger): void {
  const latest = new WeakMap<object, ServerResponse>();
  server.prependListener('request', ({ socket }, response) => void latest.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const response = latest.get(socket);
    const underWay = response?.headersSent === true && !response.writableFinished;
    const { status, ...body } = REFUSALS[error.code ?? ''] ?? MALFORMED;
    // Of what has become a request there is a line when it is over.
    const open = response?.writableFinished === false ? response : undefined;
    if (open && error.code !== CLIENT_ENDED) answered.set(open, status);
    // What still comes of the request must not be done, for it is answered.
    if (response?.headersSent === false && !response.req.complete) response.req.emit('aborted');
    if (!socket.writable || underWay || error.code === 'ECONNRESET') return void socket.destroy();
    const requestId = open?.getHeader('X-Request-Id')?.toString() ?? randomUUID();
    if (!open) log.info({ requestId, method: null, path: null, status }, 'request');
    const text = JSON.stringify({ error: body.error, code: body.code });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      `X-Request-Id: ${requestId}`,
      ...Object.entries(ANSWER_HEADERS).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
    // Closed at once, what the client still sends would cost it the answer.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
}
