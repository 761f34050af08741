import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { TestApplication } from '../support/application';
import { expectRefusal, makeApplication, newEmail } from '../support/application';
import type { Answer } from '../support/http-api';
import type { RawRequest } from '../support/raw-http';
import { rawBytes, rawRequest } from '../support/raw-http';
import { expectOneShape } from '../support/seen-answers';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack();
  app = await makeApplication(stack);
});
afterAll(() => stack.stop());

const raw = (request: RawRequest): Promise<Answer> => rawRequest(app.production, request);
const post = (body: string | Buffer, headers: RawRequest['headers'] = [], path = '/v1/contacts') =>
  raw({ method: 'POST', path, headers, body });
const contact = (): string => JSON.stringify({ email: newEmail() });
const pingTo = (email: string, headers: RawRequest['headers']) =>
  post(JSON.stringify({ to: email }), headers, '/v1/send/ping');
function expectRefused(answer: Answer, status: number, code: string, details = {}): void {
  expectRefusal(answer, status, code, details);
  expectOneShape(answer);
}

describe('4: a header that stands there twice', () => {
  test('5 rule 1: Authorization is 401, also with the same key', async () => {
    const key: [string, string] = ['Authorization', `Bearer ${app.production.key}`];
    for (const other of [key, ['Authorization', 'Bearer live_x'], ['authorization', '']] as const) {
      const headers: RawRequest['headers'] = [key, [other[0], other[1]]];
      expectRefused(await raw({ path: '/v1/webhooks', headers }), 401, 'UNAUTHORIZED');
    }
  });

  test('Idempotency: two keys are 400, the same key twice is one key', async () => {
    const [to, key] = [newEmail(), randomUUID()];
    for (const name of ['Idempotency-Key', 'X-Idempotency-Key']) {
      const both: RawRequest['headers'] = [
        ['Idempotency-Key', key],
        [name, `${key}2`],
      ];
      expectRefused(await pingTo(to, both), 400, 'VALIDATION_ERROR', { field: 'Idempotency-Key' });
      both[1] = [name, key];
      const answer = await pingTo(to, both);
      expect(answer.status).toBe(200);
      expect((await pingTo(to, [['Idempotency-Key', key]])).body).toEqual(answer.body);
    }
  });

  test('Bodies and errors: X-Request-Id is replaced by a new one', async () => {
    const headers: RawRequest['headers'] = [
      ['X-Request-Id', 'one'],
      ['X-Request-Id', 'two'],
    ];
    const answer = await raw({ path: '/v1/nothing', headers });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('Content-Length with another value is 400', async () => {
    expectRefused(await post(contact(), [['Content-Length', '3']]), 400, 'VALIDATION_ERROR');
  });
});

describe('4: a request that is too long or broken', () => {
  test('headers or a path over 16 kB are 431 in the one shape of errors', async () => {
    const long = 'x'.repeat(20_000);
    expectRefused(await raw({ path: '/v1/webhooks', headers: [['X-A', long]] }), 431, 'PAYLOAD_TOO_LARGE');
    expectRefused(await raw({ path: `/v1/contacts/${long}` }), 431, 'PAYLOAD_TOO_LARGE');
    // What fits is an identifier like any other.
    const path = `/v1/contacts/${long.slice(0, 15_000)}`;
    expectRefused(await raw({ path }), 404, 'CONTACT_NOT_FOUND');
  });

  test.each([
    ['no HTTP at all', 'nonsense\r\n\r\n'],
    ['a method that nobody knows', 'FOO /v1/webhooks HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['NUL in a header', 'GET /v1/webhooks HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n'],
    ['a space in the path', 'GET /v1/a b HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('%s is 400 in the one shape of errors', async (_what, bytes) => {
    expectRefused(await rawBytes(app.production, bytes), 400, 'VALIDATION_ERROR');
  });

  test('a chunked body that breaks off is 400 in the one shape of errors', async () => {
    const head = `POST /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.production.key}\r\n`;
    const body = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n';
    expectRefused(await rawBytes(app.production, head + body), 400, 'VALIDATION_ERROR');
  });

  test('an Expect that nobody knows is ignored', async () => {
    expect((await post(contact(), [['Expect', 'miracles']])).status).toBe(200);
  });
});

describe('4: the bytes of a body', () => {
  test('with a byte order mark are read without it', async () => {
    expect((await post(`\ufeff${contact()}`)).status).toBe(200);
    expectRefused(await post(`\ufeff\ufeff${contact()}`), 400, 'VALIDATION_ERROR');
  });

  test.each(['utf-16', 'utf-16le', 'utf-32', 'utf-7', 'utf8', 'iso-8859-1', 'nonsense'])(
    'in the charset %s are 415',
    async (charset) => {
      const bytes = charset.startsWith('utf-16') ? Buffer.from(contact(), 'utf16le') : contact();
      const type: [string, string] = ['Content-Type', `application/json; charset=${charset}`];
      expectRefused(await post(bytes, [type]), 415, 'UNSUPPORTED_MEDIA_TYPE');
    },
  );

  test.each([
    ['a byte that begins nothing', [0xff]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate in three bytes', [0xed, 0xa0, 0x80]],
    ['a character that breaks off', [0xe2, 0x82]],
  ])('that are no UTF-8 are 400: %s', async (_what, bytes) => {
    const body = [`{"email":"${newEmail()}","name":"`, Buffer.from(bytes), '"}'];
    const answer = await post(Buffer.concat(body.map((part) => Buffer.from(part as string))));
    expectRefused(answer, 400, 'VALIDATION_ERROR');
  });

  test('may be compressed: broken ones are 400, those over 1 MB unpacked 413', async () => {
    const gzip: RawRequest['headers'] = [['Content-Encoding', 'gzip']];
    expect((await post(gzipSync(contact()), gzip)).status).toBe(200);
    expectRefused(await post(contact(), gzip), 400, 'VALIDATION_ERROR');
    const bomb = gzipSync(JSON.stringify({ external_id: 'x', a: 'x'.repeat(5_000_000) }));
    expect(bomb.length).toBeLessThan(10_000);
    expectRefused(await post(bomb, gzip), 413, 'PAYLOAD_TOO_LARGE');
  });
});

describe('Bodies and errors: a method', () => {
  test.each(['/v1/send/ping', '/v1/send/ping/email', '/v1/cancel/ping', '/v1/contacts/x', '/v1/webhooks/x'])(
    'that %s does not have is 405 with Allow, OPTIONS, HEAD and TRACE among them',
    async (path) => {
      for (const method of ['OPTIONS', 'TRACE', 'PUT', 'PROPFIND']) {
        const answer = await raw({ method, path });
        expectRefused(answer, 405, 'METHOD_NOT_ALLOWED');
        expect(answer.headers.get('allow')).toMatch(/^[A-Z]+(?:, [A-Z]+)*$/);
        expect(answer.headers.get('allow')).not.toContain(method);
      }
      const allowed = (await raw({ method: 'OPTIONS', path })).headers.get('allow') ?? '';
      const head = await raw({ method: 'HEAD', path });
      expect(head).toMatchObject(
        allowed.includes('HEAD') ? { status: 404, body: {} } : { status: 405, body: {} },
      );
    },
  );

  test('HEAD answers as GET does, without a body', async () => {
    await app.production.post('/v1/webhooks', { url: 'https://hooks.invalid/' });
    const [head, get] = [
      await raw({ method: 'HEAD', path: '/v1/webhooks' }),
      await raw({ path: '/v1/webhooks' }),
    ];
    expect([head.status, get.status]).toEqual([200, 200]);
    expect(head.body).toEqual({});
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
  });
});

test('9: every path begins with /v1, in lower case', async () => {
  for (const path of ['/webhooks', '/V1/webhooks', '/v2/webhooks', '/v1/Webhooks', '//v1/webhooks', '*']) {
    expectRefused(await raw({ method: path === '*' ? 'OPTIONS' : 'GET', path }), 404, 'ROUTE_NOT_FOUND');
  }
});
