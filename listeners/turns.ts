import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of pipelined requests of a connection that wait for their turn. One read brings up to 3,600. */
const MAX_WAITING = 32;

type Request = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Returns a handler that begins a request after the answer before it on the same connection was sent. Otherwise the answers to
 * pipelined requests (RFC 9112 section 9.3.2) all wait in memory, and Node tells those in the queue nothing of the end of
 * their connection, so what they hold open stays open. A connection with too many of them is closed.
 */
export function inTurns(
  handle: Request,
  underWay: Map<Socket, ServerResponse>,
  onTooMany: (socket: Socket) => void,
): Request {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    // After the end of a connection, Node still reports the requests of the bytes that it has read.
    if (socket.destroyed) return;
    const begin = (): void => {
      underWay.set(socket, response);
      response.once('close', () => {
        underWay.delete(socket);
        if (!socket.destroyed) waiting.get(socket)?.shift()?.();
      });
      handle(request, response);
    };
    if (!underWay.has(socket)) return begin();
    const queue = waiting.get(socket) ?? [];
    waiting.set(socket, queue);
    if (queue.length < MAX_WAITING) return void queue.push(begin);
    onTooMany(socket);
    socket.destroy();
  };
}
