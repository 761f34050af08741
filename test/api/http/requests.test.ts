import { randomUUID } from 'node:crypto';
import { expectRefusal, newEmail, PING } from '../../support/application';
import type { Answer } from '../../support/http-api';
import { type RawRequest, rawBytes, rawRequest } from '../../support/raw-http';
import { expectOneShape } from '../../support/seen-answers';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ events: { 'ping.yaml': PING } });
  // So that GET and HEAD of it have something to answer.
  await stack.production.post('/v1/webhooks', { url: 'https://hooks.invalid/' });
});
afterAll(() => stack.stop());

const raw = (request: RawRequest): Promise<Answer> => rawRequest(stack.production, request);
const postContact = (headers: RawRequest['headers']): Promise<Answer> =>
  raw({ method: 'POST', path: '/v1/contacts', headers, body: JSON.stringify({ email: newEmail() }) });
function expectRefused(answer: Answer, status: number, code: string): void {
  expectRefusal(answer, status, code);
  expectOneShape(answer);
}

describe('a request that is too long or broken', () => {
  test('REQUEST-13: headers or a path over 16 kB are 431 in the one shape of errors', async () => {
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
  ])('REQUEST-13: %s is 400 in the one shape of errors', async (_what, bytes) => {
    expectRefused(await rawBytes(stack.production, bytes), 400, 'VALIDATION_ERROR');
  });

  test.each([
    ['without a Host', ''],
    ['with two of them', 'Host: a\r\nHost: b\r\n'],
    ['with the same one twice', 'Host: a\r\nhost: a\r\n'],
  ])('REQUEST-13: HTTP/1.1 %s is 400 in the one shape of errors', async (_what, hosts) => {
    const rest = `Authorization: Bearer ${stack.production.key}\r\nConnection: close\r\n`;
    for (const head of ['GET /healthz', 'GET /v1/webhooks', 'POST /v1/contacts', 'GET /nothing']) {
      const answer = await rawBytes(stack.production, `${head} HTTP/1.1\r\n${hosts}${rest}\r\n`);
      expectRefusal(answer, 400, 'VALIDATION_ERROR', { field: 'Host' });
      expectOneShape(answer);
    }
  });

  test('REQUEST-13: HTTP/1.0 may be without a Host', async () => {
    const answer = await rawBytes(stack.production, 'GET /healthz HTTP/1.0\r\n\r\n');
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  test('REQUEST-13: a chunked body that breaks off is 400 in the one shape of errors', async () => {
    const head = `POST /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${stack.production.key}\r\n`;
    const body = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n';
    expectRefused(await rawBytes(stack.production, head + body), 400, 'VALIDATION_ERROR');
  });

  test('REQUEST-15: an Expect that nobody knows is ignored', async () => {
    expect((await postContact([['Expect', 'miracles']])).status).toBe(200);
  });

  test('REQUEST-13: a second Content-Length with another value is 400', async () => {
    expectRefused(await postContact([['Content-Length', '3']]), 400, 'VALIDATION_ERROR');
  });
});

describe('a method', () => {
  test.each([
    ['/v1/send/ping', 'POST', 405],
    ['/v1/send/ping/email', 'POST', 405],
    ['/v1/cancel/ping', 'POST', 405],
    ['/v1/signal/ping', 'POST', 405],
    ['/v1/notifications/x', 'GET, HEAD', 404],
    ['/v1/contacts', 'GET, POST, HEAD', 200],
    ['/v1/contacts/x', 'GET, PATCH, DELETE, HEAD', 404],
    ['/v1/contacts/x/push-tokens', 'POST, DELETE', 405],
    ['/v1/webhooks', 'POST, GET, HEAD', 200],
    ['/v1/webhooks/x', 'PATCH, DELETE', 405],
  ])('REQUEST-12: that %s does not have is 405 with Allow: %s; HEAD is %i', async (path, allow, head) => {
    const allowed = allow.split(', ');
    const all = ['OPTIONS', 'TRACE', 'PROPFIND', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
    for (const method of all.filter((one) => !allowed.includes(one))) {
      const isPlain = !['OPTIONS', 'TRACE', 'PROPFIND'].includes(method);
      const answer = await (isPlain ? stack.production.request(method, path) : raw({ method, path }));
      expectRefused(answer, 405, 'METHOD_NOT_ALLOWED');
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual([...allowed].sort());
    }
    expect(await raw({ method: 'HEAD', path })).toMatchObject({ status: head, body: {} });
  });

  test('REQUEST-12: HEAD answers as GET does, without a body', async () => {
    const [head, get] = [
      await raw({ method: 'HEAD', path: '/v1/webhooks' }),
      await raw({ path: '/v1/webhooks' }),
    ];
    expect([head.status, get.status]).toEqual([200, 200]);
    expect(head.body).toEqual({});
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
  });

  test('REQUEST-12: of the admin routes is refused alike', async () => {
    const answer = await stack.admin.request('DELETE', '/admin/v1/applications');
    expectRefusal(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.get('allow')).toContain('POST');
  });
});

describe('a path', () => {
  test('REQUEST-1: that leads nowhere, or does not begin with /v1 in lower case, is 404 ROUTE_NOT_FOUND', async () => {
    for (const path of ['/', '/v1', '/v1/nothing', '/v1/send', '/v1/contacts/a/b/c', '/v1/Webhooks'])
      expectRefused(await stack.production.get(path), 404, 'ROUTE_NOT_FOUND');
    for (const path of ['/webhooks', '/V1/webhooks', '/V1/contacts', '/v2/contacts', '//v1/webhooks'])
      expectRefused(await raw({ path }), 404, 'ROUTE_NOT_FOUND');
    expectRefused(await raw({ method: 'OPTIONS', path: '*' }), 404, 'ROUTE_NOT_FOUND');
  });

  test.each(['%', '%zz', 'a%E0%A4%A', '%ff', '%C0%80', '%ED%A0%80'])(
    'REQUEST-11: that is not URL-encoded, %s, is 400 and not 500',
    async (part) => {
      for (const [method, path] of [
        ['GET', `contacts/${part}`],
        ['PATCH', `contacts/${part}`],
        ['DELETE', `contacts/${part}`],
        ['POST', `contacts/${part}/push-tokens`],
        ['DELETE', `contacts/${part}/push-tokens`],
        ['POST', `send/${part}`],
        ['POST', `send/ping/${part}`],
        ['POST', `cancel/${part}`],
      ] as const) {
        const body = method === 'GET' ? undefined : { token: 'abc' };
        expectRefusal(await stack.production.request(method, `/v1/${path}`, body), 400, 'VALIDATION_ERROR');
      }
    },
  );

  test.each(['__proto__', 'constructor', 'prototype', 'toString', '$ne', '{"$gt":""}', 'ping\0', '\0', ' '])(
    'REQUEST-9, REQUEST-11: with a name that nothing has, %j, is 404, of a channel 400',
    async (name) => {
      const { production } = stack;
      const part = encodeURIComponent(name);
      const to = 'ada@example.org';
      for (const [answer, code] of [
        [await production.post(`/v1/send/${part}`, { to }), 'EVENT_NOT_FOUND'],
        [await production.post(`/v1/cancel/${part}`, { to }), 'EVENT_NOT_FOUND'],
        [await production.post(`/v1/signal/${part}`, { to, signal: 'paid' }), 'EVENT_NOT_FOUND'],
        [await production.get(`/v1/notifications/${part}`), 'NOTIFICATION_NOT_FOUND'],
        [await production.get(`/v1/contacts/${part}`), 'CONTACT_NOT_FOUND'],
        [await production.request('DELETE', `/v1/webhooks/${part}`), 'WEBHOOK_NOT_FOUND'],
      ] as const) {
        expectRefused(answer, 404, code);
      }
      const channel = await production.post(`/v1/send/ping/${part}`, { to });
      expectRefusal(channel, 400, 'VALIDATION_ERROR', { field: 'channel' });
    },
  );

  test('REQUEST-9, REQUEST-15: may have a query string, which changes nothing', async () => {
    const { production } = stack;
    const { body } = await production.post('/v1/contacts', { external_id: randomUUID() });
    const { externalId } = (body as { contact: { externalId: string } }).contact;
    for (const query of ['?external_id[$gt]=', '?$where=1', '?__proto__[a]=1', '?%', '?a=%ff']) {
      expect((await production.get(`/v1/contacts/${externalId}${query}`)).body).toEqual(body);
    }
  });
});
