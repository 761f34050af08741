import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { createProviderHttp } from '../../../channels/http/provider-http';
import { failedCall } from '../../../channels/http/http-failure';
import { retryAfterMs } from '../../../channels/http/retry-after';

/** Longer than a busy machine needs for an answer. */
const http = createProviderHttp({ answerTimeoutMs: 20_000 });
const impatient = createProviderHttp({ answerTimeoutMs: 500 });
const servers: { close(): unknown }[] = [];

afterAll(async () => {
  for (const server of servers) server.close();
  await Promise.all([http.close(), impatient.close()]);
});

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/path?x=1`;
}

const serve = (listener: RequestListener) => listen(createServer(listener));
const post = (url: string, { signal = AbortSignal.timeout(20_000), by = http } = {}) =>
  by.request({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, body: 'hello', signal });

describe('the HTTP client of providers', () => {
  it('answers with status, headers and body, also of an error', async () => {
    const url = await serve((request, response) => {
      response.writeHead(429, { 'Retry-After': '7' }).end(`${request.method} ${request.url}`);
    });
    const result = await post(url);
    expect(result).toMatchObject({ ok: true, answer: { status: 429, body: 'POST /path?x=1' } });
    expect(result.ok && retryAfterMs(result.answer.headers['retry-after'])).toBe(7000);
  });

  it('follows no redirect', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end();
    });
    expect(await post(url)).toMatchObject({ ok: true, answer: { status: 302 } });
  });

  it('knows that a refused connection handed nothing over', async () => {
    const result = await post('http://127.0.0.1:1/');
    expect(result).toMatchObject({ ok: false, handedOver: false, timedOut: false });
    expect(!result.ok && failedCall(result)).toMatchObject({ outcome: 'transient', code: 'PROVIDER_ERROR' });
  });

  it('knows that a name which does not resolve handed nothing over', async () => {
    expect(await post('http://provider.invalid/')).toMatchObject({ ok: false, handedOver: false });
  });

  it('does not know what became of a request whose connection died', async () => {
    const url = await serve((request) => request.once('data', () => request.socket.destroy()));
    const result = await post(url);
    expect(result).toMatchObject({ ok: false, handedOver: true, timedOut: false });
    expect(!result.ok && failedCall(result)).toMatchObject({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN' });
  });

  it('does not know what became of a request that was never answered', async () => {
    const unanswered = { ok: false, handedOver: true, timedOut: true };
    expect(await post(await serve(() => undefined), { by: impatient })).toMatchObject(unanswered);
    const abort = new AbortController();
    const url = await serve((request) => request.resume().once('end', () => abort.abort()));
    expect(await post(url, { signal: abort.signal })).toMatchObject(unanswered);
  });

  it('does not know what became of a request that a half-closed connection took', async () => {
    const url = await listen(
      createTcpServer({ allowHalfOpen: true }, (socket) => socket.once('data', () => socket.end())),
    );
    expect(await post(url)).toMatchObject({ ok: false, handedOver: true });
  });

  it('reads no more of an answer than it may', async () => {
    const url = await serve((_request, response) => response.end('x'.repeat(1024 * 1024)));
    const result = await post(url);
    expect(result.ok && result.answer.body.length).toBe(256 * 1024);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    ['3', 3000],
    ['0', 0],
    ['-5', 0],
    ['999999999', 24 * 3_600_000],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 2025 00:00:30 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });

  it('is at most as long as the caller allows', () => {
    expect(retryAfterMs('172800', now, 3 * 86_400_000)).toBe(172_800_000);
  });
});
