import { once } from 'node:events';
import http from 'node:http';
import { pino } from 'pino';
import type { Health } from '../../../telemetry/health';
import { listenForMetrics } from '../../../process/metrics-listener';

const log = pino({ level: 'silent' });
const USABLE = { ready: true, mongodb: true, temporal: true };
const open = (roles: Record<string, Health>, port = 0) =>
  listenForMetrics({ host: '127.0.0.1', port, setting: 'METRICS_PORT', health: () => roles, log });

test('/readyz is 200 only if a role has begun, and each of them can do its work', async () => {
  const roles: Record<string, Health> = {};
  const { port, close } = await open(roles);
  const status = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
  expect(await status()).toBe(503);
  roles.api = USABLE;
  expect(await status()).toBe(200);
  roles.worker = { ready: false, mongodb: true, temporal: false };
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ status: 'not ready', roles });
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  close();
});

test('a port in use does not keep the process from its work', async () => {
  const first = await open({});
  const second = await open({}, first.port);
  expect(second.port).toBeUndefined();
  second.close();
  first.close();
});

test('a target that is no address is 404', async () => {
  const { port, close } = await open({ api: USABLE });
  for (const path of ['//', '*', 'http://[']) {
    const request = http.request({ host: '127.0.0.1', port, path }).end();
    const [{ statusCode }] = (await once(request, 'response')) as [http.IncomingMessage];
    expect({ path, statusCode }).toEqual({ path, statusCode: 404 });
  }
  close();
});
