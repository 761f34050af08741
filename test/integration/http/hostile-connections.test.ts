import type { Socket } from 'node:net';
import { eventually } from '../../support/eventually';
import { HttpApi } from '../../support/http-api';
import { descriptorsOf, residentMbOf, testOnLinux } from '../../support/process-facts';
import { rawBytes } from '../../support/raw-http';
import { type Stack, startStack } from '../../support/stack';
import { FILE, get, pipelined, writeUnread } from '../../support/unread';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const metricsOf = (port: number | undefined) => new HttpApi(`http://127.0.0.1:${port}`);
const isAlive = async (): Promise<void> => {
  for (const { metricsPort, child } of [stack.api, stack.worker].filter((one) => one !== undefined)) {
    expect(child.exitCode).toBeNull();
    expect((await fetch(`http://127.0.0.1:${metricsPort}/healthz`)).status).toBe(200);
  }
};

test('no target of a request ends a process, on any listener', async () => {
  const { production, sandbox, admin, api, worker } = stack;
  const listeners = {
    ...{ production, sandbox, admin },
    api: metricsOf(api.metricsPort),
    worker: metricsOf(worker?.metricsPort),
  };
  const targets = ['//', '///', '*', '/%', '/%ff', '/\\', '?', 'http://', 'http://[', '//x:99999999', '//@'];
  for (const [listener, address] of Object.entries(listeners))
    for (const target of targets) {
      const { status } = await rawBytes(address, get(target, 'Connection: close\r\n'));
      expect({ listener, target, status }).toMatchObject({ status: expect.any(Number) });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
  await isAlive();
});

testOnLinux('64 kB of requests for a file on one connection leave no descriptor open', async () => {
  const pid = stack.api.child.pid ?? 0;
  await stack.production.get('/healthz');
  const before = descriptorsOf(pid);
  const sockets: Socket[] = [];
  for (let n = 0; n < 4; n += 1) sockets.push(await writeUnread(stack.production, pipelined(FILE)));
  // The requests have come when one behind them is answered.
  await rawBytes(stack.production, get('/healthz', 'Connection: close\r\n'));
  const during = descriptorsOf(pid);
  for (const socket of sockets) socket.destroy();
  await eventually('no more descriptors than before', () => descriptorsOf(pid) <= before + 10);
  expect(during - before).toBeLessThan(50);
});

testOnLinux('pipelined requests for documents that nobody reads take no memory', async () => {
  const pid = stack.api.child.pid ?? 0;
  for (const path of ['/openapi.json', FILE]) {
    await fetch(stack.production.baseUrl + path).then((answer) => answer.arrayBuffer());
    const before = residentMbOf(pid);
    const sockets: Socket[] = [];
    for (let n = 0; n < 5; n += 1) sockets.push(await writeUnread(stack.production, pipelined(path)));
    // As many as one may have under way: these connections are not closed.
    for (let n = 0; n < 20; n += 1) sockets.push(await writeUnread(stack.production, get(path).repeat(30)));
    await rawBytes(stack.production, get('/healthz', 'Connection: close\r\n'));
    await isAlive();
    expect(residentMbOf(pid) - before).toBeLessThan(100);
    for (const socket of sockets) socket.destroy();
  }
});

test('a connection that is closed within an answer ends nothing', async () => {
  for (const path of [FILE, '/openapi.json', '/nothing'])
    for (let n = 0; n < 10; n += 1) {
      const socket = await writeUnread(stack.production, get(path).repeat(5));
      socket.resetAndDestroy();
    }
  await isAlive();
});
