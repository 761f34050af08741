import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { createListener, open } from '../net/listeners/http-listener';
import { PRIVATE_LIMITS } from '../net/listeners/limits';
import { targetOf } from '../net/listeners/request-target';
import type { Health } from '../telemetry/health';
import { registry } from '../telemetry/registry';
import { sdkMetrics } from '../telemetry/sdk-metrics';

export interface ListenerOptions {
  host: string;
  port: number;
  /** Name of the setting of the port. */
  setting: string;
  /** Returns the health of each role that has begun, by its name. Empty: none has. */
  health: () => Record<string, Health>;
  log: Logger;
}

export interface MetricsListener {
  /** Undefined: the port was in use. */
  port: number | undefined;
  close(): void;
}

/**
 * Serves `/metrics`, `/healthz` and `/readyz`, without a key. A process whose port is in use runs without it: metrics must not
 * keep it from its work.
 */
export async function listenForMetrics({
  host,
  port,
  setting,
  health,
  log,
}: ListenerOptions): Promise<MetricsListener> {
  const handle = (request: IncomingMessage, response: ServerResponse) => respond(request, response, health);
  const server = createListener(handle, { limits: PRIVATE_LIMITS, log });
  try {
    const opened = await open(server, port, host);
    const close = (): void => {
      server.close();
      server.closeAllConnections();
    };
    return { port: opened, close };
  } catch (error) {
    log.error(
      { err: error, host, port },
      `metrics and probes are not served, because the address cannot be used. Set ${setting} or METRICS_HOST`,
    );
    return { port: undefined, close: () => undefined };
  }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  health: ListenerOptions['health'],
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return answer(response.setHeader('Allow', 'GET, HEAD'), 405, { error: 'Use GET.' });
  switch (targetOf(request)?.pathname) {
    case '/healthz':
      return answer(response, 200, { status: 'ok' });
    case '/readyz':
      return answerReady(response, health());
    case '/metrics': {
      const text = await allMetrics();
      return void response.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
    }
    default:
      answer(response, 404, { error: 'There are only /metrics, /healthz and /readyz.' });
  }
}

function answerReady(response: ServerResponse, roles: Record<string, Health>): void {
  const each = Object.values(roles);
  const ready = each.length > 0 && each.every((health) => health.ready);
  answer(response, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', roles });
}

function answer(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  const type = 'application/json; charset=utf-8';
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }).end(text);
}

const allMetrics = async (): Promise<string> => {
  const [ours, sdk] = await Promise.all([registry.metrics(), sdkMetrics()]);
  return `${ours}${sdk}`;
};
