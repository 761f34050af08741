import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  createServer as createHttp,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { promisify } from 'node:util';
import ipaddr from 'ipaddr.js';
import { checkWebhookUrl } from '../../../net/url-safety';
import { createResolver } from '../../../net/resolver/resolver';
import { createWebhookSender, type WebhookSenderOptions } from '../../../net/sender';
import { startDnsServer } from '../../support/dns-server';
import { EXPIRED, LOCALHOST, OTHER_NAME } from '../../support/certificates';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listen(server: Server | ReturnType<typeof createTcp>): Promise<number> {
  const sockets = new Set<{ destroy: () => void }>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

function sender(options: Partial<WebhookSenderOptions> = {}) {
  const made = createWebhookSender({ development: true, ...options });
  closers.push(() => made.close());
  return made;
}

async function postTo(listener: RequestListener, options: Partial<WebhookSenderOptions> = {}) {
  const port = await listen(createHttp(listener));
  const request = { url: `http://127.0.0.1:${port}/hook?x=1`, headers: { 'X-Test': 'yes' }, body: '{"a":1}' };
  return sender(options).post(request);
}

describe('a webhook attempt', () => {
  it('posts the body and the headers as they are', async () => {
    let seen: Pick<IncomingMessage, 'method' | 'url' | 'headers'> | undefined;
    let body = '';
    const result = await postTo((request, response) => {
      seen = request;
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => response.end('thanks'));
    });
    expect(result).toEqual({
      kind: 'answered',
      status: 200,
      answerStart: 'thanks',
      durationMs: expect.any(Number),
    });
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/hook?x=1',
      headers: { 'x-test': 'yes', 'content-length': '7' },
    });
    expect(body).toBe('{"a":1}');
  });

  it.each([200, 204, 302, 404, 410, 500])('reports the status %i', async (status) => {
    const result = await postTo((_request, response) => response.writeHead(status).end());
    expect(result).toMatchObject({ kind: 'answered', status, answerStart: '' });
  });

  it('WEBHOOK-26: follows no redirect', async () => {
    let requests = 0;
    const result = await postTo((_request, response) => {
      requests += 1;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(result).toMatchObject({ kind: 'answered', status: 307 });
    expect(requests).toBe(1);
  });

  it('ends at the deadline when no answer comes', async () => {
    const result = await postTo(() => undefined, { timeoutMs: 300 });
    expect(result).toMatchObject({ kind: 'failed', reason: 'timeout' });
    expect(result.durationMs).toBeGreaterThanOrEqual(290);
    expect(result.durationMs).toBeLessThan(8_000);
  });

  it('ends at the deadline when the headers drip', async () => {
    const port = await listen(
      createTcp((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket.write('x'), 20);
        socket.on('error', () => undefined).on('close', () => clearInterval(timer));
      }),
    );
    const result = await sender({ timeoutMs: 300 }).post({
      url: `http://127.0.0.1:${port}/`,
      headers: {},
      body: '',
    });
    expect(result).toMatchObject({ kind: 'failed', reason: 'timeout' });
  });

  // With the real deadline: what an endpoint may not stretch by a byte a second.
  it.concurrent.each([
    ['its headers', 'HTTP/1.1 200 OK\r\nX-Drip: ', { kind: 'failed', reason: 'timeout' }],
    [
      'its body',
      'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n',
      // The body is cut at the deadline, and the status counts.
      { kind: 'answered', status: 200, answerStart: expect.stringMatching(/^x+$/) },
    ],
  ])('ends at 10 s when %s come at a byte a second', async (_what, start, expected) => {
    const drip = createTcp((socket) => {
      socket.write(start);
      const timer = setInterval(() => socket.write('x'), 1000);
      socket.on('error', () => undefined).on('close', () => clearInterval(timer));
    });
    drip.listen(0, '127.0.0.1');
    await once(drip, 'listening');
    const webhooks = createWebhookSender({ development: true });
    const result = await webhooks.post({
      url: `http://127.0.0.1:${(drip.address() as AddressInfo).port}/`,
      headers: {},
      body: '',
    });
    await webhooks.close();
    drip.close();
    expect(result).toMatchObject(expected);
    expect(result.durationMs).toBeGreaterThan(9_900);
    expect(result.durationMs).toBeLessThan(60_000);
  });

  it('WEBHOOK-27: reads no more of a big answer than it may', async () => {
    let written = 0;
    const result = await postTo((_request, response) => {
      response.writeHead(200);
      const chunk = 'x'.repeat(65_536);
      const more = () => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
      };
      response.on('drain', more);
      more();
    });
    expect(result).toMatchObject({ kind: 'answered', status: 200, answerStart: 'x'.repeat(16_384) });
    expect(written).toBeLessThan(50_000_000);
  });

  it('fails when the endpoint hangs up without an answer', async () => {
    const result = await postTo((request) => request.socket.destroy());
    expect(result).toMatchObject({ kind: 'failed', reason: 'connection' });
  });

  it('counts the status when the endpoint hangs up within the body', async () => {
    const result = await postTo((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('begin', () => setTimeout(() => response.destroy(), 50));
    });
    expect(result).toMatchObject({ kind: 'answered', status: 200, answerStart: 'begin' });
  });

  it('fails when nobody listens', async () => {
    const port = await listen(createTcp());
    await closers.pop()?.();
    const result = await sender().post({ url: `http://127.0.0.1:${port}/`, headers: {}, body: '' });
    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'connection',
      error: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('uses connections again', async () => {
    const server = createHttp((_request, response) => response.end('ok'));
    let connections = 0;
    server.on('connection', () => (connections += 1));
    const url = `http://127.0.0.1:${await listen(server)}/`;
    const webhooks = sender();
    for (let round = 0; round < 20; round += 1) await webhooks.post({ url, headers: {}, body: '' });
    // A machine that stands still for seconds lets one end.
    expect(connections).toBeLessThanOrEqual(5);
  });
});

describe('TLS of an endpoint', () => {
  const secure = (identity: { key: string; cert: string }) =>
    listen(createHttps(identity, (_request, response) => response.end('ok')));

  it('is accepted when it is trusted and names the host', async () => {
    const port = await secure(LOCALHOST);
    const result = await sender({ ca: LOCALHOST.cert }).post({
      url: `https://localhost:${port}/`,
      headers: {},
      body: '',
    });
    expect(result).toMatchObject({ kind: 'answered', status: 200 });
  });

  it.each([
    ['is self-signed', LOCALHOST, {}],
    ['has expired', EXPIRED, { ca: EXPIRED.cert }],
    ['names another host', OTHER_NAME, { ca: OTHER_NAME.cert }],
  ])('fails when its certificate %s', async (_what, identity, options) => {
    const port = await secure(identity);
    const result = await sender(options).post({ url: `https://localhost:${port}/`, headers: {}, body: '' });
    expect(result).toMatchObject({ kind: 'failed', reason: 'tls' });
  });

  it('fails when the endpoint speaks something else', async () => {
    const port = await listen(createTcp((socket) => socket.on('error', () => undefined).end('what?\r\n')));
    const result = await sender().post({ url: `https://127.0.0.1:${port}/`, headers: {}, body: '' });
    expect(result).toMatchObject({ kind: 'failed', reason: 'tls' });
  });
});

describe('an address that may not be reached', () => {
  it('WEBHOOK-8: is refused at the attempt when the name has moved there since it was checked (DNS rebinding)', async () => {
    let requests = 0;
    const port = await listen(createHttp((_request, response) => response.end(String((requests += 1)))));
    const lookups: string[] = [];
    const webhooks = sender({
      development: false,
      ca: LOCALHOST.cert,
      resolve: (hostname) => {
        lookups.push(hostname);
        return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
      },
    });
    const result = await webhooks.post({
      url: `https://rebound.example.com:${port}/`,
      headers: {},
      body: 'secret',
    });
    expect(result).toMatchObject({ kind: 'failed', reason: 'refused_address' });
    expect(lookups).toEqual(['rebound.example.com']);
    expect(requests).toBe(0);
  });

  it('is refused when its name answers a public address first and this one at the connection', async () => {
    let requests = 0;
    const port = await listen(
      createHttps(LOCALHOST, (_request, response) => response.end(String((requests += 1)))),
    );
    const answers = ['93.184.215.14', '127.0.0.1'];
    const resolve = () => Promise.resolve([{ address: answers.shift() ?? '127.0.0.1', family: 4 }]);
    const url = `https://rebinding.example.com:${port}/`;
    expect(await checkWebhookUrl(url, { development: false, resolve })).toMatchObject({ ok: true });
    const result = await sender({ development: false, ca: LOCALHOST.cert, resolve }).post({
      url,
      headers: {},
      body: 'secret',
    });
    expect(result).toMatchObject({ kind: 'failed', reason: 'refused_address' });
    expect({ requests, left: answers }).toEqual({ requests: 0, left: [] });
  });

  it('is refused when DNS itself answers so, between the check and the connection', async () => {
    let requests = 0;
    const port = await listen(
      createHttps(LOCALHOST, (_request, response) => response.end(String((requests += 1)))),
    );
    const dns = await startDnsServer();
    closers.push(() => dns.stop());
    const answers = [['93.184.215.14']];
    dns.zone = { 'A rebinding.example': () => answers.shift() ?? ['127.0.0.1'] };
    const resolve = createResolver({ servers: [dns.address] });
    const url = `https://rebinding.example:${port}/`;
    expect(await checkWebhookUrl(url, { development: false, resolve })).toMatchObject({ ok: true });
    const result = await sender({ development: false, ca: LOCALHOST.cert, resolve }).post({
      url,
      headers: {},
      body: 'secret',
    });
    expect(result).toMatchObject({ kind: 'failed', reason: 'refused_address' });
    expect({ requests, left: answers }).toEqual({ requests: 0, left: [] });
  });

  it('is reached where the operator allows its network, over https and by a reserved name too', async () => {
    const port = await listen(createHttps(LOCALHOST, (_request, response) => response.end('ok')));
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const allowedSubnets = [ipaddr.parseCIDR('127.0.0.0/8')];
    const inside = sender({ development: false, ca: LOCALHOST.cert, resolve, allowedSubnets });
    const post = (url: string) => inside.post({ url, headers: {}, body: '' });
    expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answered', status: 200 });
    expect(await post(`https://localhost:${port}/`)).toMatchObject({ kind: 'answered', status: 200 });
    // Its certificate does not name it: the connection was made.
    expect(await post(`https://hooks.internal:${port}/`)).toMatchObject({ kind: 'failed', reason: 'tls' });
    expect(await post('https://10.0.0.1/')).toMatchObject({ kind: 'failed', reason: 'refused_address' });
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ reason: 'refused_address' });
  });

  it('is refused when it is one of several', async () => {
    const resolve = () =>
      Promise.resolve([
        { address: '93.184.215.14', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ]);
    const result = await sender({ resolve }).post({ url: 'https://two.example.com/', headers: {}, body: '' });
    expect(result).toMatchObject({ kind: 'failed', reason: 'refused_address' });
  });

  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://017700000001/',
    'https://127.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::1]/',
    'http://example.com/',
    'https://a.internal/',
  ])('is refused in production as %s', async (url) => {
    const result = await sender({ development: false }).post({ url, headers: {}, body: '' });
    expect(result).toMatchObject({ kind: 'failed', reason: 'refused_address' });
  });

  it('is connected to exactly as it was checked', async () => {
    const port = await listen(createHttp((request, response) => response.end(request.headers.host)));
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const result = await sender({ resolve }).post({
      url: `http://name.example.com:${port}/`,
      headers: {},
      body: '',
    });
    expect(result).toMatchObject({ kind: 'answered', status: 200, answerStart: `name.example.com:${port}` });
  });

  it('is told apart from a name that does not resolve', async () => {
    const result = await sender().post({ url: 'https://no-such-host.invalid/', headers: {}, body: '' });
    expect(result).toMatchObject({ kind: 'failed', reason: 'dns' });
  });
});

// In a process of its own, because Jest's process.env reaches neither OpenSSL nor the resolver.
describe('the environment', () => {
  const postWith = async (env: Record<string, string>, url: string): Promise<unknown> => {
    const script = `
      const { createWebhookSender } = require('./net/sender.ts');
      const sender = createWebhookSender({ development: true });
      void sender.post({ url: ${JSON.stringify(url)}, headers: {}, body: '' })
        .then((result) => { console.log(JSON.stringify(result)); return sender.close(); });`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', '-e', script], {
      env: { ...process.env, ...env },
    });
    return JSON.parse(stdout);
  };

  it('cannot switch off the verification of TLS', async () => {
    const port = await listen(createHttps(LOCALHOST, (_request, response) => response.end('ok')));
    const result = await postWith({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, `https://localhost:${port}/`);
    expect(result).toMatchObject({ kind: 'failed', reason: 'tls' });
  });

  it('cannot lead through a proxy', async () => {
    const proxied: string[] = [];
    const proxy = await listen(
      createHttp((request, response) => response.end(proxied.push(request.url ?? '').toString())),
    );
    const port = await listen(createHttp((_request, response) => response.end('direct')));
    const address = `http://127.0.0.1:${proxy}`;
    const env = {
      http_proxy: address,
      HTTP_PROXY: address,
      https_proxy: address,
      HTTPS_PROXY: address,
      ALL_PROXY: address,
      NODE_USE_ENV_PROXY: '1',
      no_proxy: '',
    };
    expect(await postWith(env, `http://127.0.0.1:${port}/`)).toMatchObject({ answerStart: 'direct' });
    expect(proxied).toEqual([]);
  });
});
