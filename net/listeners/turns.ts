import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createWaitingLines } from '../../process/waiting-lines';

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
  const lines = createWaitingLines<Socket>({ each: 1 });
  return (request, response) => {
    const { socket } = request;
    // After the end of a connection, Node still reports the requests of the bytes that it has read.
    if (socket.destroyed) return;
    if (lines.waitingOf(socket) >= MAX_WAITING) {
      onTooMany(socket);
      return void socket.destroy();
    }
    lines.join(socket, (turn) => {
      if (socket.destroyed) return turn?.leave();
      underWay.set(socket, response);
      response.once('close', () => {
        underWay.delete(socket);
        turn?.leave();
      });
      handle(request, response);
    });
  };
}
