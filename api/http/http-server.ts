import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Express, Request, Response } from 'express';
import type { Logger } from 'pino';
import { createListener, open } from '../../net/listeners/http-listener';
import type { ListenerLimits } from '../../net/listeners/limits';
import { answerUnreadable } from './unreadable-request';

/** How long the rest of an unread body may follow its answer. An immediate close could cost the client the answer. */
const LINGER_MS = 1000;

/** Serves the app. Port 0 means any free port. */
export async function listen(
  app: Express,
  { host, port, limits, log }: { host: string; port: number; limits: ListenerLimits; log: Logger },
): Promise<Server> {
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    endUnread(request, response);
    // Express asks no handler about a target without a path, such as `?`, and answers it in HTML.
    app(request as Request, response as Response, (error?: unknown) => {
      if (error !== undefined || response.headersSent) return void request.socket.destroy();
      request.url = '/';
      app(request, response);
    });
  };
  const server = createListener(handle, { limits, log });
  answerUnreadable(server, log);
  await open(server, port, host);
  return server;
}

/** Limits how long Node reads the rest of a body after its answer. Node reads it to use the connection again. */
function endUnread(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return;
    const { socket } = request;
    setTimeout(() => request.complete || socket.destroy(), LINGER_MS).unref();
  });
}
