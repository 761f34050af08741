import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { logRarely } from './log-rarely';

/**
 * Closes connections whose clients do not read an answer in time. It counts checks instead of time, so that a process that hung
 * for a while closes none for that.
 */
export function endSlowAnswers(
  server: Server,
  { limitMs, underWay, log }: { limitMs: number; underWay: Map<Socket, ServerResponse>; log: Logger },
): void {
  const everyMs = Math.min(1000, limitMs / 4);
  const warn = logRarely(log);
  const checks = new WeakMap<ServerResponse, number>();
  const check = (): void => {
    for (const [socket, response] of underWay) {
      if (!response.headersSent) continue;
      const count = (checks.get(response) ?? 0) + 1;
      checks.set(response, count);
      if (count * everyMs <= limitMs) continue;
      warn({ client: socket.remoteAddress }, 'connections that do not read their answers are closed');
      socket.destroy();
    }
  };
  const checking = setInterval(check, everyMs).unref();
  server.once('close', () => clearInterval(checking));
}
