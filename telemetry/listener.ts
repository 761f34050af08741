import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Health } from './health';
import { registry } from './registry';
import { sdkMetrics } from './sdk-metrics';

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
export function listenForMetrics({
  host,
  port,
  setting,
  health,
  log,
}: ListenerOptions): Promise<MetricsListener> {
  const server = createServer({ requestTimeout: 5000 }, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://listener');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answer(response.setHeader('Allow', 'GET, HEAD'), 405, { error: 'Use GET.' });
    if (pathname === '/healthz') return answer(response, 200, { status: 'ok' });
    if (pathname === '/readyz') return answerReady(response, health());
    if (pathname !== '/metrics')
      return answer(response, 404, { error: 'There are only /metrics, /healthz and /readyz.' });
    allMetrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be collected');
        answer(response, 500, { error: 'The metrics could not be collected. The log says why.' });
      },
    );
  });
  server.maxConnections = 100;
  return new Promise((resolve) => {
    server.once('error', (error) => {
      log.error(
        { err: error, host, port },
        `no metrics and no probes: cannot listen there. Set ${setting} or METRICS_HOST`,
      );
      resolve({ port: undefined, close: () => undefined });
    });
    server.listen(port, host, () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () => {
          server.close();
          server.closeAllConnections();
        },
      }),
    );
  });
}

function answerReady(response: ServerResponse, roles: Record<string, Health>): void {
  const each = Object.values(roles);
  const ready = each.length > 0 && each.every((health) => health.ready);
  answer(response, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', roles });
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

const allMetrics = async (): Promise<string> => {
  const [ours, sdk] = await Promise.all([registry.metrics(), sdkMetrics()]);
  return `${ours}${sdk}`;
};
