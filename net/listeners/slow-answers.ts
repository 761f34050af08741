import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { PROGRESS_BYTES } from './limits';
import { logRarely } from './log-rarely';

/** How an answer is read. */
interface Reading {
  /** Checks since its time began. */
  checks: number;
  /** Bytes of its connection then. */
  sent: number;
}

/**
 * Closes connections whose clients do not read an answer in time. One that is sent in parts has the whole time again if enough
 * of it was read (REQUEST-20). It counts checks instead of time, so that a process that hung for a while closes none for that.
 */
export function endSlowAnswers(
  server: Server,
  { limitMs, underWay, log }: { limitMs: number; underWay: Map<Socket, ServerResponse>; log: Logger },
): void {
  const everyMs = Math.min(1000, limitMs / 4);
  const warn = logRarely(log);
  const readings = new WeakMap<ServerResponse, Reading>();
  const check = (): void => {
    for (const [socket, response] of underWay) {
      if (!response.headersSent) continue;
      const sent = socket.bytesWritten - socket.writableLength;
      const reading = readings.get(response) ?? { checks: 0, sent };
      readings.set(response, reading);
      reading.checks += 1;
      if (reading.checks * everyMs <= limitMs) continue;
      if (sent - reading.sent >= PROGRESS_BYTES) {
        readings.set(response, { checks: 0, sent });
        continue;
      }
      warn({ client: socket.remoteAddress }, 'connections that do not read their answers are closed');
      socket.destroy();
    }
  };
  const checking = setInterval(check, everyMs).unref();
  server.once('close', () => clearInterval(checking));
}
