import { once } from 'node:events';
import { connect } from 'node:net';
import { AMBIGUOUS } from '../../support/ambiguous-requests';
import { startNginx, testWithNginx } from '../../support/nginx';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
let ports: Record<string, number | undefined>;
beforeAll(async () => {
  stack = await startStack();
  const { production, sandbox, admin } = stack.api.ports;
  ports = {
    ...{ production, sandbox, admin },
    ...{ 'of API probes': stack.api.metricsPort, 'of worker probes': stack.worker?.metricsPort },
  };
});
afterAll(() => stack.stop());

const CLOSED_WITHIN_MS = 60_000;

/** Writes bytes, and returns the statuses of all answers when the other side has closed. `end` closes this side first. */
async function statusesOf(port: number | undefined, bytes: string, { end = false } = {}): Promise<number[]> {
  const socket = connect(Number(port), '127.0.0.1');
  let text = '';
  let isOpen = false;
  socket.on('error', () => undefined).on('data', (chunk) => (text += chunk.toString('latin1')));
  if (end) socket.end(bytes, 'latin1');
  else socket.write(bytes, 'latin1');
  const late = setTimeout(() => {
    isOpen = true;
    socket.destroy();
  }, CLOSED_WITHIN_MS);
  await once(socket, 'close');
  clearTimeout(late);
  if (isOpen) throw new Error(`the connection is still open, after these answers:\n${text}`);
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const LAST = get('/healthz', 'Connection: close\r\n');
const upgrade = (protocol: string, more: string): string =>
  get('/healthz', `Connection: Upgrade, close\r\nUpgrade: ${protocol}\r\n${more}\r\n`);
const HALF =
  'POST /v1/send/ping HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{';

describe.each(['production', 'sandbox', 'admin', 'of API probes', 'of worker probes'])(
  'the listener %s',
  (listener) => {
    test.each(Object.entries(AMBIGUOUS))('answers %s once at most, with a refusal', async (_what, bytes) => {
      const statuses = await statusesOf(ports[listener], bytes);
      expect(statuses.filter((status) => status < 400)).toEqual([]);
      expect(statuses.length).toBeLessThanOrEqual(1);
    });

    test.each([
      ['h2c', upgrade('h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__')],
      [
        'WebSocket',
        upgrade('websocket', 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='),
      ],
    ])('stays with its protocol when it is asked for %s', async (_what, bytes) => {
      expect(await statusesOf(ports[listener], bytes)).toEqual([200]);
    });

    test('answers a request for another host itself', async () => {
      const bytes = `GET http://127.0.0.1:22/healthz HTTP/1.1\r\nHost: x\r\n\r\n${LAST}`;
      expect(await statusesOf(ports[listener], bytes)).toEqual([200, 200]);
    });

    test.each([
      ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
      ['a tunnel', `CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\n${LAST}`, []],
    ])('refuses %s, and closes', async (_what, bytes, statuses) => {
      expect(await statusesOf(ports[listener], bytes)).toEqual(statuses);
    });

    test('answers a client that closes its side after the request', async () => {
      expect(await statusesOf(ports[listener], get('/healthz'), { end: true })).toEqual([200]);
    });

    test('closes the connection of a client that closes its side in the middle of a request', async () => {
      const statuses = await statusesOf(ports[listener], HALF, { end: true });
      expect(statuses.filter((status) => status < 400)).toEqual([]);
      expect(await statusesOf(ports[listener], 'POST /v1/send/ping HTTP/1.1\r\nHo', { end: true })).toEqual([
        400,
      ]);
    });
  },
);

testWithNginx(
  'behind nginx, no request leaves another one in the connection that clients share',
  async () => {
    const nginx = await startNginx({ upstream: Number(ports.production) });
    try {
      for (const [what, bytes] of Object.entries(AMBIGUOUS)) {
        const attacker = connect(nginx.port, '127.0.0.1');
        attacker.on('error', () => undefined);
        attacker.write(bytes, 'latin1');
        await once(attacker, 'data');
        const next = [await statusesOf(nginx.port, LAST), await statusesOf(nginx.port, LAST)];
        expect({ what, next }).toEqual({ what, next: [[200], [200]] });
        attacker.destroy();
      }
    } finally {
      await nginx.stop();
    }
  },
);
