import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { LARGEST_CALLBACK } from '../../../channels/definition';
import { sendgrid } from '../../../channels/email/sendgrid/provider';
import { twilio } from '../../../channels/sms/twilio/provider';
import { expectRefusal, makeApplication } from '../../support/application';
import { eventually } from '../../support/eventually';
import type { Answer, HttpApi } from '../../support/http-api';
import { startPostmark, TOKEN } from '../../support/providers/postmark-server';
import { rawBytes } from '../../support/raw-http';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
let receipts: string;
beforeAll(async () => {
  const [started, postmark] = await Promise.all([startStack(), startPostmark()]);
  stack = started;
  const { path } = await makeApplication(stack);
  const { body } = await stack.admin.post<{ integration: { id: string } }>(`${path}/integrations`, {
    channel: 'email',
    provider: 'postmark',
    settings: {
      server_token: TOKEN,
      base_url: postmark.url,
      webhook_username: 'postmark',
      webhook_password: 'a-password-of-ours',
    },
  });
  receipts = `/receipts/postmark/${body.integration.id}`;
  await postmark.close();
});
afterAll(() => stack.stop());

const MB = 1024 * 1024;
const head = (method: string, path: string, headers: string[]): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers, '', ''].join(
    '\r\n',
  );
/** Sends headers and one byte of the body that they speak of. */
const halfOf = (
  api: HttpApi,
  method: string,
  path: string,
  length: number,
  headers: string[] = [],
): Promise<Answer> => rawBytes(api, `${head(method, path, [`Content-Length: ${length}`, ...headers])}x`);
const bearer = (key: string | undefined): string[] => [`Authorization: Bearer ${key}`];

describe('before a byte of the body is read', () => {
  test('KEY-4: a key that is missing or wrong is 401', async () => {
    const { production, admin } = stack;
    for (const headers of [[], bearer('live_nothing')])
      expectRefusal(await halfOf(production, 'POST', '/v1/send/x', 1000, headers), 401, 'UNAUTHORIZED');
    const answer = await halfOf(admin, 'POST', '/admin/v1/applications', 1000, bearer('admin_nothing'));
    expectRefusal(answer, 401, 'UNAUTHORIZED');
  });

  test('KEY-4: a path that leads nowhere is 404, and one without the method 405', async () => {
    const { production, admin } = stack;
    const own = bearer(production.key);
    expectRefusal(await halfOf(production, 'POST', '/v1/nothing', 1000, own), 404, 'ROUTE_NOT_FOUND');
    expectRefusal(await halfOf(production, 'PUT', '/v1/contacts', 1000, own), 405, 'METHOD_NOT_ALLOWED');
    const nothing = await halfOf(admin, 'POST', '/admin/v1/nothing', 1000, bearer(admin.key));
    expectRefusal(nothing, 404, 'ROUTE_NOT_FOUND');
  });

  test('REQUEST-4: a body of more than 1 MB is 413, of the admin routes one of more than 8 MB', async () => {
    const { production, admin } = stack;
    const own = bearer(production.key);
    expectRefusal(await halfOf(production, 'POST', '/v1/contacts', MB + 1, own), 413, 'PAYLOAD_TOO_LARGE');
    const large = await halfOf(admin, 'POST', '/admin/v1/applications', 8 * MB + 1, bearer(admin.key));
    expectRefusal(large, 413, 'PAYLOAD_TOO_LARGE');
  });

  test('a callback of an integration that there is not, or of another provider, is 404', async () => {
    const others = [
      `/receipts/postmark/${randomUUID()}`,
      receipts.replace('postmark', 'resend'),
      '/receipts/smtp/x',
    ];
    for (const path of others)
      expectRefusal(await halfOf(stack.production, 'POST', path, 1000), 404, 'INTEGRATION_NOT_FOUND');
    expectRefusal(await halfOf(stack.production, 'PUT', receipts, 1000), 405, 'METHOD_NOT_ALLOWED');
  });

  test('a callback larger than any of its provider is 413', async () => {
    expectRefusal(await halfOf(stack.production, 'POST', receipts, MB + 1), 413, 'PAYLOAD_TOO_LARGE');
    const expecting = await halfOf(stack.production, 'POST', receipts, MB + 1, ['Expect: 100-continue']);
    expectRefusal(expecting, 413, 'PAYLOAD_TOO_LARGE');
  });
});

test('the limits of providers: those that send batches or mails have more than the others', () => {
  expect(LARGEST_CALLBACK).toBe(256 * 1024);
  expect(twilio.largestCallback).toBe(64 * 1024);
  expect(sendgrid.largestCallback).toBeGreaterThan(768 * 1024);
});

test('half-sent callbacks of one integration take four times its largest together; further ones are 503, until those end', async () => {
  const { production } = stack;
  const { hostname, port } = new URL(production.baseUrl);
  const whole = (): Promise<Answer> =>
    rawBytes(production, `${head('POST', receipts, ['Content-Length: 2', 'Connection: close'])}{}`);
  expectRefusal(await whole(), 401, 'UNAUTHORIZED');
  const halves = Array.from({ length: 4 }, () => {
    const socket = connect(Number(port), hostname);
    socket.write(`${head('POST', receipts, [`Content-Length: ${MB}`])}x`);
    return socket;
  });
  const refused = await eventually('a refusal', async () => {
    const answer = await whole();
    return answer.status === 503 && answer;
  });
  expectRefusal(refused, 503, 'UNAVAILABLE');
  expect(refused.headers.get('retry-after')).toBe('5');
  for (const socket of halves) socket.destroy();
  await eventually('room', async () => (await whole()).status === 401);
});
