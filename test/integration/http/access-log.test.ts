import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '../../support/eventually';
import { HttpApi } from '../../support/http-api';
import { rawRequest } from '../../support/raw-http';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/** The lines of the API's log that name a request. */
const linesOf = (requestId: string): string[] =>
  stack.api
    .output()
    .split('\n')
    .filter((line) => line.includes(`"requestId":"${requestId}"`));
async function lineOf(requestId: string) {
  const text = await eventually('the line in the log', () => linesOf(requestId)[0]);
  return { text, line: JSON.parse(text) as Record<string, unknown> };
}
const asked = async (api: HttpApi, method: string, path: string, body?: unknown) => {
  const id = randomUUID();
  const answer = await api.request(method, path, body, { 'x-request-id': id });
  return { answer, ...(await lineOf(id)) };
};

describe('the access log', () => {
  test('has one line for each request, with who asked and what came of it', async () => {
    const { answer, line } = await asked(stack.production, 'POST', '/v1/send/welcome', {
      to: 'ada@example.org',
    });
    expect(line).toMatchObject({
      level: 30,
      name: 'api',
      listener: 'production',
      method: 'POST',
      path: '/v1/send/*',
      status: 200,
      ms: expect.any(Number),
      by: stack.applicationId,
      msg: 'request',
    });
    expect(line).not.toHaveProperty('aborted');
    expect(linesOf(answer.headers.get('x-request-id') ?? '')).toHaveLength(1);

    const sandbox = await asked(stack.sandbox, 'PUT', '/v1/contacts');
    expect(sandbox.line).toMatchObject({
      listener: 'sandbox',
      method: 'PUT',
      path: '/v1/contacts',
      status: 405,
    });
    const operator = await asked(stack.admin, 'GET', `/admin/v1/applications/${stack.applicationId}`);
    expect(operator.line).toMatchObject({
      listener: 'admin',
      path: '/admin/v1/applications/*',
      status: 200,
      by: 'operator',
    });
    const stranger = await asked(new HttpApi(stack.production.baseUrl, 'live_nobody'), 'GET', '/v1/webhooks');
    expect(stranger.line).toMatchObject({ status: 401, path: '/v1/webhooks' });
    expect(stranger.line).not.toHaveProperty('by');
  });

  test('names no address, no token and nothing of a query or a body', async () => {
    const hidden = 'hidden-0123456789';
    for (const [method, path, body, shown] of [
      ['GET', `/v1/contacts/${hidden}%40example.org`, undefined, '/v1/contacts/*'],
      ['GET', `/v1/contacts?search=${hidden}`, undefined, '/v1/contacts'],
      ['DELETE', `/v1/contacts/x/push-tokens/${hidden}`, undefined, '/v1/contacts/*/push-tokens/*'],
      ['POST', `/v1/send/welcome/${hidden}`, { to: hidden, payload: { code: hidden } }, '/v1/send/*/*'],
      ['POST', `/receipts/${hidden}/${hidden}?token=${hidden}`, {}, '/receipts/*/*'],
      ['GET', `/${hidden}/${hidden}`, undefined, '/*/*'],
      ['GET', `/v1/contacts/%${hidden}`, undefined, '/v1/contacts/*'],
    ] as const) {
      const { line, text } = await asked(stack.production, method, path, body);
      expect(line.path).toBe(shown);
      expect(text).not.toContain(hidden);
      expect(text).not.toContain(stack.production.key);
    }
  });

  test('has a line for a request that its client gave up', async () => {
    const id = randomUUID();
    const { hostname, port } = new URL(stack.production.baseUrl);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = [
      'POST /v1/contacts HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${stack.production.key}`,
    ];
    const more = [`X-Request-Id: ${id}`, 'Content-Type: application/json', 'Expect: 100-continue'];
    socket.write([...head, ...more, 'Content-Length: 100', '', ''].join('\r\n'));
    // The service reads the body now.
    await once(socket, 'data');
    socket.destroy();
    expect((await lineOf(id)).line).toMatchObject({ method: 'POST', path: '/v1/contacts', aborted: true });
  });

  test('has a line for what is no request, with the id of its answer', async () => {
    const { status, headers } = await rawRequest(stack.production, { path: '/\u0001' });
    const { line } = await lineOf(headers.get('x-request-id') ?? '');
    expect(line).toMatchObject({ method: null, path: null, status });
  });

  test('has none for probes, which are written at debug', async () => {
    const probe = randomUUID();
    await stack.production.request('GET', '/healthz', undefined, { 'x-request-id': probe });
    await stack.production.request('GET', '/readyz', undefined, { 'x-request-id': probe });
    await asked(stack.production, 'GET', '/v1/webhooks');
    expect(linesOf(probe)).toEqual([]);
  });
});
