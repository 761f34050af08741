import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Response } from 'express';
import { pino } from 'pino';
import { listen } from '../../../api/http/http-server';
import { bodyWithin } from '../../../api/http/middleware/body-within';
import { errorHandler } from '../../../api/http/middleware/error-handler';
import { requestId } from '../../../api/http/middleware/request-id';
import { bodyOf } from '../../../api/sending/bulk/read-body';
import { parseSubnets } from '../../../core/access/subnets';
import { createListener, open as openListener } from '../../../net/listeners/http-listener';
import { type ListenerLimits, PROGRESS_BYTES } from '../../../net/listeners/limits';
import { eventually } from '../../support/eventually';
import { HttpApi } from '../../support/http-api';
import { rawBytes } from '../../support/raw-http';

const LIMIT = 1000;
const LIMITS: ListenerLimits = {
  requestTimeoutMs: 60_000,
  responseTimeoutMs: 60_000,
  maxConnections: 100,
  maxConnectionsPerAddress: 100,
  trustedProxies: [],
};

/** More than the buffers of both sides hold. */
const LARGE_BYTES = 20_000_000;
const LARGE = 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n';
const CONTENT = Buffer.alloc(LARGE_BYTES, 'x');
/** An answer in parts, which is more than the buffers of both sides hold, too. */
const PARTS = 80;
const PART = Buffer.alloc(PROGRESS_BYTES / 4, 'x');

let server: Server;
let logged: string;
let done: number;
/** Requests for `/large` that were begun. */
let large: number;
/** Requests for `/work` that wait for their answer. */
let working: Response[];
/** An app that reads bodies as ours do, and counts the requests that it got whole. */
async function start(limits: Partial<ListenerLimits> = {}): Promise<void> {
  logged = '';
  done = 0;
  large = 0;
  working = [];
  const log = pino({}, { write: (line: string) => void (logged += line) });
  const app = express();
  app.use(requestId);
  app.post(
    '/read',
    bodyWithin(LIMIT, express.raw({ type: () => true, limit: LIMIT })),
    (request, response) => {
      done += 1;
      response.json({ length: Buffer.isBuffer(request.body) ? request.body.length : 0 });
    },
  );
  app.post('/pages', async (request, response) => {
    for await (const page of bodyOf(request, response)) {
      response.writeProcessing();
      await sleep(page.length);
    }
    response.json({});
  });
  app.post('/stream', async (request, response) => {
    let length = 0;
    for await (const page of bodyOf(request, response)) length += page.length;
    response.json({ length });
  });
  app.post('/limited', async (request, response) => {
    for await (const page of bodyOf(request, response, LIMIT)) void page;
    response.json({});
  });
  app.get('/work', (_request, response) => void working.push(response));
  app.get('/large', (_request, response) => {
    large += 1;
    response.send(CONTENT);
  });
  app.get('/parts', async (_request, response) => {
    const parts = Array.from({ length: PARTS }, () => PART);
    await pipeline(Readable.from(parts), response).catch(() => undefined);
  });
  app.use((_request, response) => void response.status(404).json({}));
  app.use(errorHandler(log, 'production'));
  server = await listen(app, { host: '127.0.0.1', port: 0, limits: { ...LIMITS, ...limits }, log });
}
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const port = (): number => (server.address() as AddressInfo).port;
const send = (bytes: string) => rawBytes(new HttpApi(`http://127.0.0.1:${port()}`), bytes);
/** Number of connections that the server has. */
const connectionsOf = (): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
const post = (path: string, headers: string[], body = ''): string =>
  [`POST ${path} HTTP/1.1`, 'Host: x', ...headers, '', body].join('\r\n');
const CHUNKED = 'Transfer-Encoding: chunked';
const chunk = (length: number): string => `${length.toString(16)}\r\n${'x'.repeat(length)}\r\n`;

/** Header of gzip (RFC 1952 section 2.3), and empty stored blocks, which decompress to nothing (RFC 1951 section 3.2.4). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const EMPTY_BLOCKS = Buffer.alloc(50_000 * 5, Buffer.from([0, 0, 0, 0xff, 0xff]));

/** Opens a connection from one of the addresses of loopback; gives all that it is told. */
/** Waits for the end of a connection, however it ends: the service may end it during a write. */
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => (socket.closed ? resolve() : void socket.once('close', () => resolve())));

function open(bytes: string, localAddress = '127.0.0.1'): { socket: Socket; said: () => string } {
  const socket = connect({ port: port(), host: '127.0.0.1', localAddress });
  let said = '';
  socket.on('data', (data: Buffer) => (said += data.toString()));
  socket.on('error', () => undefined);
  socket.write(bytes);
  return { socket, said: () => said };
}

describe('a body over the limit', () => {
  beforeEach(() => start());
  const TOO_LARGE = {
    status: 413,
    body: { code: 'PAYLOAD_TOO_LARGE', error: expect.stringContaining('1000') },
  };

  test('REQUEST-4: is refused by its Content-Length before a byte of it has come, and the connection ends', async () => {
    expect(await send(post('/read', [`Content-Length: ${LIMIT + 1}`]))).toMatchObject(TOO_LARGE);
  });

  test('REQUEST-4: is refused instead of 100 Continue, and one within it is read after that', async () => {
    const expecting = (length: number) =>
      post('/read', [`Content-Length: ${length}`, 'Expect: 100-continue']);
    const refused = open(expecting(LIMIT + 1));
    await closed(refused.socket);
    expect(refused.said()).toMatch(/^HTTP\/1\.1 413 /);
    const { socket, said } = open(expecting(3));
    await eventually('100 Continue', () => said() === 'HTTP/1.1 100 Continue\r\n\r\n');
    socket.write('abc');
    await eventually('the answer', () => said().endsWith('{"length":3}'));
    socket.destroy();
  });

  test('in chunks is refused as soon as too much has come, though it does not end', async () => {
    const begun = post('/read', [CHUNKED], chunk(600));
    expect(await send(begun + chunk(600))).toMatchObject(TOO_LARGE);
    expect(await send(`${begun}0\r\n\r\n`.replace('Host: x', 'Host: x\r\nConnection: close'))).toMatchObject({
      status: 200,
      body: { length: 600 },
    });
    expect(done).toBe(1);
  });

  test('is refused once, also where it ends after all', async () => {
    const headers = [CHUNKED, 'Connection: close'];
    expect(await send(post('/read', headers, `${chunk(600)}${chunk(600)}0\r\n\r\n`))).toMatchObject(
      TOO_LARGE,
    );
    expect(done).toBe(0);
  });
});

describe('a body that nobody reads', () => {
  beforeEach(() => start());

  test('holds its connection for a moment only', async () => {
    expect(await send(post('/nothing', ['Content-Length: 100000'], 'x'))).toMatchObject({ status: 404 });
  });

  test('that comes whole leaves the connection for the next request', async () => {
    const request = post('/nothing', ['Content-Length: 5'], 'xxxxx');
    const { socket, said } = open(request);
    await eventually('the answer', () => said().split(' 404 ').length === 2);
    // Longer than what nobody reads is waited for.
    await once(setTimeoutSocket(socket, 1200), 'timeout');
    socket.write(request);
    await eventually('the next answer', () => said().split(' 404 ').length === 3);
    socket.destroy();
  });
});

const setTimeoutSocket = (socket: Socket, ms: number): Socket => socket.setTimeout(ms);

describe('a request that does not come whole in time', () => {
  beforeEach(() => start({ requestTimeoutMs: 400 }));
  const LATE = { status: 408, body: { code: 'VALIDATION_ERROR', error: expect.stringMatching(/in time/) } };

  test.each([
    ['a body that stalls', post('/read', ['Content-Length: 500', 'X-Request-Id: one.1'], 'x'), 'one.1'],
    ['headers that stall', 'POST /read HTTP/1.1\r\nHost: x\r\nX-Request-Id: two\r\n', null],
    ['nothing at all', '', null],
  ])('REQUEST-16: is 408 with its request id, and the connection ends: %s', async (_what, bytes, id) => {
    const answer = await send(bytes);
    expect(answer).toMatchObject(LATE);
    expect(answer.headers.get('x-request-id')).toMatch(id ?? /^[0-9a-f-]{36}$/);
    expect(answer.headers.get('connection')).toBe('close');
  });

  test('REQUEST-16: has the time that the service works on what has come, and no more', async () => {
    server.close();
    await start({ requestTimeoutMs: 1500 });
    // Works for longer on each page than a client has for all. On a machine that stands still the client may be late.
    await eventually('a second page in time', async () => {
      const { socket, said } = open(post('/pages', ['Content-Length: 3700'], 'x'.repeat(1800)));
      await eventually('the first page', () => said().includes(' 102 ') || socket.destroyed);
      socket.write('x'.repeat(1800));
      await eventually('the second page', () => said().split(' 102 ').length === 3 || socket.destroyed);
      if (said().includes(' 408 ')) return false;
      await closed(socket);
      return said().includes(' 408 ');
    });
  });

  test('REQUEST-16: of a stream that makes progress is read to its end, and is 408 after it stalls', async () => {
    const part = Buffer.alloc(PROGRESS_BYTES / 4, 'x');
    /** Sends a body of a length for so long, or all of it. */
    const stream = async (length: number, forMs: number) => {
      const { socket, said } = open(post('/stream', [`Content-Length: ${length}`], ''));
      const from = performance.now();
      let sent = 0;
      for (; sent < length && said() === '' && performance.now() - from < forMs; sent += part.length) {
        socket.write(part);
        await sleep(40);
      }
      return { socket, said, sent };
    };
    // On a machine that stands still for a moment one may stall.
    const [long, short] = [48 * PROGRESS_BYTES, 8 * PROGRESS_BYTES];
    const begun = await eventually('a stream that goes on for longer than its time', async () => {
      const one = await stream(long, 1800);
      return one.said() === '' && one;
    });
    expect(begun.sent).toBeLessThan(long);
    await closed(begun.socket);
    expect(begun.said()).toMatch(/^HTTP\/1\.1 408 /);
    await eventually('a whole one', async () => {
      const whole = await stream(short, Infinity);
      await eventually('its answer', () => whole.said() !== '');
      whole.socket.destroy();
      return whole.said().includes(`{"length":${short}}`);
    });
  });

  test.each([
    ['empty blocks of gzip', 'Content-Encoding: gzip', GZIP_HEADER, EMPTY_BLOCKS, 408],
    ['what comes after a 413', 'Accept: */*', Buffer.alloc(LIMIT + 1), Buffer.alloc(250_000), 413],
  ])('REQUEST-16: has no more time for %s', async (_what, header, first, part, status) => {
    const { socket, said } = open(post('/limited', [header, CHUNKED]));
    const write = (bytes: Buffer): void => {
      if (!socket.writable) return;
      socket.write(`${bytes.length.toString(16)}\r\n`);
      socket.write(bytes);
      socket.write('\r\n');
    };
    write(first);
    const sending = setInterval(() => write(part), 40);
    await closed(socket);
    clearInterval(sending);
    expect(said().match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
    expect(socket.bytesWritten).toBeLessThan(16 * PROGRESS_BYTES);
  });

  test('REQUEST-16: is 408 also where bytes go on trickling in', async () => {
    const { socket, said } = open(post('/read', ['Content-Length: 500'], ''));
    const trickle = setInterval(() => socket.writable && socket.write('x'), 20);
    await closed(socket);
    clearInterval(trickle);
    expect(said()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('REQUEST-16: is not done where the rest comes after the 408', async () => {
    const socket = connect({ port: port(), host: '127.0.0.1', allowHalfOpen: true });
    socket.write(post('/read', ['Content-Length: 2'], 'x'));
    const [said] = (await once(socket, 'data')) as [Buffer];
    expect(said.toString()).toMatch(/^HTTP\/1\.1 408 /);
    socket.write('x');
    await eventually('the end of the connection', () => connectionsOf().then((count) => count === 0));
    socket.destroy();
    expect(done).toBe(0);
  });
});

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const isAnswered = ({ said }: { said: () => string }) =>
  eventually('an answer', () => said().includes(' 404 '));

describe('connections', () => {
  /** A request whose handler waits for the answer that the test gives. */
  const WORK = GET.replace('/', '/work');
  const isClosed = async ({ socket }: { socket: Socket }) =>
    socket.destroyed || closed(socket).then(() => true);

  test('of one address past its share close its oldest idle one, and none of others', async () => {
    await start({ maxConnectionsPerAddress: 2 });
    const other = open(GET, '127.0.0.3');
    await isAnswered(other);
    const [first, second] = [open(GET), open(GET)];
    await Promise.all([first, second].map(isAnswered));
    await isAnswered(open(GET));
    await isClosed(first);
    expect(JSON.parse(logged)).toMatchObject({ level: 40, client: '127.0.0.1', limit: 2 });
    for (const { socket } of [second, other]) expect(socket.destroyed).toBe(false);
  });

  test('of one address past its share are closed if all others are at work, and one that ends makes room', async () => {
    await start({ maxConnectionsPerAddress: 2 });
    const works = [open(WORK), open(WORK)];
    await eventually('both at work', () => working.length === 2);
    const third = open(GET);
    await closed(third.socket);
    expect(third.said()).toBe('');
    works[0]?.socket.destroy();
    await eventually('room', async () => {
      const again = open(GET);
      await Promise.race([closed(again.socket), once(again.socket, 'data')]);
      return again.said() !== '';
    });
    working[1]?.json({});
    await eventually('the answer of the one at work', () => works[1]?.said().includes(' 200 '));
  });

  test('of a trusted proxy have no share of their own', async () => {
    const proxies = parseSubnets('127.0.0.1/32');
    await start({ maxConnectionsPerAddress: 1, trustedProxies: 'value' in proxies ? proxies.value : [] });
    await Promise.all([open(GET), open(GET), open(GET)].map(isAnswered));
  });

  test('that fill the listener from three addresses and read nothing keep no fourth address out', async () => {
    await start({ maxConnections: 9, maxConnectionsPerAddress: 4 });
    const unread = ['127.0.0.2', '127.0.0.3', '127.0.0.4'].flatMap((address) =>
      Array.from({ length: 3 }, () => open(LARGE, address)),
    );
    for (const { socket } of unread) socket.pause();
    await eventually('all of them', () => large === 9);
    await isAnswered(open(GET, '127.0.0.5'));
    await isAnswered(open(GET, '127.0.0.6'));
    expect(JSON.parse(logged)).toMatchObject({ level: 40, limit: 9 });
  });

  test('past all that the listener takes are closed if all others are at work', async () => {
    await start({ maxConnections: 1 });
    const work = open(WORK);
    await eventually('it at work', () => working.length === 1);
    const { socket, said } = open(GET, '127.0.0.3');
    await closed(socket);
    expect(said()).toBe('');
    expect(JSON.parse(logged)).toMatchObject({ level: 40, limit: 1 });
    working[0]?.json({});
    await eventually('its answer', () => work.said().includes(' 200 '));
    work.socket.destroy();
    await isClosed(work);
  });
});

describe('an answer', () => {
  test('REQUEST-20: that its client does not read, or reads too slowly, ends with its connection in time', async () => {
    await start({ responseTimeoutMs: 2000 });
    const unread = open(LARGE);
    unread.socket.pause();
    const slow = open(LARGE);
    slow.socket.pause();
    const reading = setInterval(() => void slow.socket.read(1), 20);
    // On a busy machine one may be too slow, too.
    const quick = await eventually('a quick one', async () => {
      const one = open(LARGE);
      let isClosed = false;
      one.socket.on('close', () => (isClosed = true));
      await eventually('its end', () => isClosed || one.said().length > LARGE_BYTES);
      return one.said().length > LARGE_BYTES && one;
    });
    await eventually('their end', () => connectionsOf().then((count) => count === 1));
    clearInterval(reading);
    for (const { socket } of [unread, slow, quick]) socket.destroy();
    expect(JSON.parse(logged.split('\n')[0] ?? '')).toMatchObject({ level: 40, client: '127.0.0.1' });
  });

  test('REQUEST-20: in parts has more time while its client reads, and ends after that stalls', async () => {
    await start({ responseTimeoutMs: 1000 });
    /** Reads an answer in parts at a few MB a second, `most` bytes of it. Resolves to the bytes when its connection ends. */
    const read = async (most: number): Promise<number> => {
      const { socket } = open(
        LARGE.replace('/large', '/parts').replace('Host: x', 'Host: x\r\nConnection: close'),
      );
      socket.removeAllListeners('data').pause();
      let bytes = 0;
      let hasEnded = false;
      socket.on('end', () => (hasEnded = true)).on('close', () => (hasEnded = true));
      const reading = setInterval(() => {
        if (bytes < most) bytes += (socket.read() as Buffer | null)?.length ?? 0;
      }, 5);
      const isCut = async () => bytes >= most && (await connectionsOf()) === 0;
      await eventually('its end', async () => hasEnded || isCut());
      clearInterval(reading);
      socket.destroy();
      return bytes;
    };
    // On a busy machine one may be too slow.
    await eventually('a whole one', async () => {
      const from = performance.now();
      return (await read(Infinity)) > PARTS * PART.length && performance.now() - from > 1500;
    });
    expect(await read(2 * PROGRESS_BYTES)).toBeLessThan(PARTS * PART.length);
  });
});

describe('pipelined requests', () => {
  test('REQUEST-20: are answered in their order, and each begins after the answer before it', async () => {
    await start();
    const { socket, said } = open(GET.replace('/', '/work') + LARGE + GET);
    await eventually('the first', () => working.length === 1);
    expect(large).toBe(0);
    working[0]?.json({ first: true });
    await eventually('the last', () => said().includes(' 404 '));
    expect(said().indexOf('{"first":true}')).toBeLessThan(said().indexOf('x'.repeat(1000)));
    socket.destroy();
  });

  test('REQUEST-20: past 32 that wait end their connection, and leave nothing behind', async () => {
    await start();
    const { socket } = open(LARGE.repeat(1000));
    socket.pause();
    await eventually('the line in the log', () => logged.includes('too many unanswered requests'));
    await eventually('its end', () => connectionsOf().then((count) => count === 0));
    expect(large).toBeLessThanOrEqual(1);
    socket.destroy();
  });

  test('that were complete are answered before what is not valid HTTP behind them', async () => {
    await start();
    const { said } = open(`${GET.replace('/', '/work')}nonsense\r\n\r\n`);
    await eventually('the first', () => working.length === 1);
    working[0]?.json({ first: true });
    await eventually('both answers', () => said().includes(' 400 '));
    expect(said()).toMatch(/^HTTP\/1\.1 200 /);
  });
});

test('an error of a handler is answered and logged, and the process lives on', async () => {
  logged = '';
  const log = pino({}, { write: (line: string) => void (logged += line) });
  const broken = (): never => {
    throw new Error('broken');
  };
  for (const handle of [broken, async () => broken()]) {
    server = createListener(handle, { limits: LIMITS, log });
    await openListener(server, 0, '127.0.0.1');
    expect(await send(GET.replace('Host', 'Connection: close\r\nHost'))).toMatchObject({ status: 500 });
    server.close();
  }
  expect(logged.match(/a request failed/g)).toHaveLength(2);
  await start();
});
