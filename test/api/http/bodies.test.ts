import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expectRefusal, newEmail } from '../../support/application';
import type { Answer } from '../../support/http-api';
import { rawRequest } from '../../support/raw-http';
import { expectOneShape } from '../../support/seen-answers';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/** Text as a client sends it, or bytes as they are. */
const post = (body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
  typeof body === 'string'
    ? stack.production.post('/v1/contacts', body, headers)
    : rawRequest(stack.production, {
        method: 'POST',
        path: '/v1/contacts',
        headers: Object.entries(headers),
        body,
      });
const contact = (): string => JSON.stringify({ email: newEmail() });
function expectRefused(answer: Answer, status: number, code: string, details = {}): void {
  expectRefusal(answer, status, code, details);
  expectOneShape(answer);
}

describe('a body', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data; boundary=x',
    ...['latin1', 'utf-16', 'utf-16le', 'utf-32', 'utf-7', 'utf8', 'iso-8859-1', 'nonsense'].map(
      (charset) => `application/json; charset=${charset}`,
    ),
  ])('REQUEST-2: of type %s is 415', async (type) => {
    const bytes = type.includes('utf-16') ? Buffer.from(contact(), 'utf16le') : contact();
    expectRefused(await post(bytes, { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('REQUEST-2: without a type is 415', async () => {
    const { baseUrl, key } = stack.production;
    const answer = await fetch(`${baseUrl}/v1/contacts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: Buffer.from(contact()),
    });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  test('REQUEST-2: in a content encoding that nobody knows is 415', async () => {
    expectRefused(await post(contact(), { 'content-encoding': 'zip' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('REQUEST-2: of JSON with its charset named is taken', async () => {
    expect((await post(contact(), { 'content-type': 'Application/JSON; charset=UTF-8' })).status).toBe(200);
  });

  test('REQUEST-3: with a byte order mark is read without it', async () => {
    expect((await post(`\ufeff${contact()}`)).status).toBe(200);
    expectRefused(await post(`\ufeff\ufeff${contact()}`), 400, 'VALIDATION_ERROR');
  });

  test.each([
    ['a byte that begins nothing', [0xff]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate in three bytes', [0xed, 0xa0, 0x80]],
    ['a character that breaks off', [0xe2, 0x82]],
  ])('REQUEST-3: of bytes that are no UTF-8 is 400: %s', async (_what, bytes) => {
    const body = [`{"email":"${newEmail()}","name":"`, Buffer.from(bytes), '"}'];
    const answer = await post(Buffer.concat(body.map((part) => Buffer.from(part as string))));
    expectRefused(answer, 400, 'VALIDATION_ERROR');
  });

  test('REQUEST-4: over 1 MB is 413, up to 1 MB is read', async () => {
    const padded = (length: number): string => {
      const body = contact();
      return body + ' '.repeat(length - body.length);
    };
    expect((await post(padded(1_048_576))).status).toBe(200);
    expectRefused(await post(padded(1_048_577)), 413, 'PAYLOAD_TOO_LARGE');
    expectRefused(await post(padded(5_000_000)), 413, 'PAYLOAD_TOO_LARGE');
  });

  test('REQUEST-4: may be compressed: a broken one is 400, one over 1 MB unpacked 413', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    expect((await post(gzipSync(contact()), gzip)).status).toBe(200);
    expectRefused(await post(contact(), gzip), 400, 'VALIDATION_ERROR');
    const bomb = gzipSync(JSON.stringify({ external_id: 'x', a: 'x'.repeat(5_000_000) }));
    expect(bomb.length).toBeLessThan(10_000);
    expectRefused(await post(bomb, gzip), 413, 'PAYLOAD_TOO_LARGE');
  });

  test.each([
    '{',
    'nope',
    "{'email':'a@example.org'}",
    '{"email":"a@example.org",}',
    '{"email":"a@example.org"} x',
    '\u0000',
    '{"a":"\\ud"}',
    '{"a":NaN}',
  ])('REQUEST-3: that is no JSON, %j, is 400', async (body) => {
    expectRefused(await post(body), 400, 'VALIDATION_ERROR');
  });

  test.each(['null', '[]', '"text"', '5', 'true', '[{"email":"a@example.org"}]'])(
    'REQUEST-3: that is JSON but no object, %s, is 400',
    async (body) => {
      expectRefused(await post(body), 400, 'VALIDATION_ERROR');
      const patched = await stack.production.request('PATCH', `/v1/webhooks/${randomUUID()}`, body);
      expectRefusal(patched, 400, 'VALIDATION_ERROR');
    },
  );

  test('REQUEST-10: that is absent is one without fields', async () => {
    expectRefused(await post(''), 400, 'VALIDATION_ERROR', { field: 'email' });
    const send = await stack.production.request('POST', '/v1/send/welcome');
    expectRefusal(send, 400, 'VALIDATION_ERROR', { field: 'to' });
    const webhook = await stack.production.request('POST', '/v1/webhooks');
    expectRefusal(webhook, 400, 'VALIDATION_ERROR', { field: 'url' });
  });

  test('REQUEST-5: nested 100 levels deep is taken, deeper is 400 and harms nobody', async () => {
    // The body is level 1, meta level 2.
    const nested = (levels: number): string =>
      `{"email":"${newEmail()}","meta":{"deep":${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}}`;
    expect((await post(nested(100))).status).toBe(200);
    expectRefused(await post(nested(101)), 400, 'VALIDATION_ERROR');
    expectRefused(await post(nested(400_000)), 400, 'VALIDATION_ERROR');
    const objects = `{"meta":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`;
    expectRefused(await post(objects), 400, 'VALIDATION_ERROR');
    expect((await post(contact())).status).toBe(200);
  });

  test('REQUEST-5: of 50,000 commas and brackets is taken, of more 400; those in texts count for nothing', async () => {
    const parts = (count: number): string =>
      // The body, meta and the list have one bracket each, and there is a comma between the fields.
      `{"email":"${newEmail()}","meta":{"list":[${Array(count - 3)
        .fill(0)
        .join(',')}]}}`;
    expect((await post(parts(50_000))).status).toBe(200);
    const refused = await post(parts(50_001));
    expectRefused(refused, 400, 'VALIDATION_ERROR');
    expect(refused.body).toMatchObject({
      error: expect.stringContaining('more than 50000 commas') as unknown,
    });
    const text = JSON.stringify({ email: newEmail(), meta: { text: `${',[{"\\'.repeat(60_000)}\\` } });
    expect((await post(text)).status).toBe(200);
  });

  test.each([
    ['meta.id', '"meta":{"id":12345678901234567890}'],
    ['meta.list[1].id', '"meta":{"list":[1,{"id":-9007199254740993}]}'],
    ['meta.rate', '"meta":{"rate":1e400}'],
    ['meta.rate', '"meta":{"rate":-1e-400}'],
    ['meta.id', `"meta":{"id":${'1'.repeat(200_000)}}`],
    ['meta.rate', '"meta":{"rate":1e999999}'],
  ])('REQUEST-18: with a number that a double cannot hold, in %s, is 400', async (field, member) => {
    expectRefused(await post(`{"email":"${newEmail()}",${member}}`), 400, 'VALIDATION_ERROR', { field });
  });

  test('REQUEST-18: with a fraction of many digits is taken', async () => {
    const answer = await post(`{"email":"${newEmail()}","meta":{"pi":3.14159265358979323846,"big":1e21}}`);
    expect(answer).toMatchObject({
      status: 200,
      body: { contact: { meta: { pi: 3.141592653589793, big: 1e21 } } },
    });
  });

  test.each([
    ['name', '"name":"Ada","name":"Eve"'],
    ['meta.a', '"meta":{"a":1,"b":{"a":2},"\\u0061":1}'],
    ['meta.list[0].x', '"meta":{"list":[{"x":{},"x":[]}]}'],
  ])('REQUEST-19: with a key twice, in %s, is 400', async (field, member) => {
    expectRefused(await post(`{"email":"${newEmail()}",${member}}`), 400, 'VALIDATION_ERROR', { field });
  });

  test('REQUEST-18, REQUEST-19: of the admin routes is read the same way', async () => {
    for (const body of ['{"name":"a","name":"b"}', '{"name":12345678901234567890}'])
      expectRefusal(await stack.admin.post('/admin/v1/applications', body), 400, 'VALIDATION_ERROR', {
        field: 'name',
      });
  });

  test('REQUEST-10: that is empty is fine for GET and DELETE whatever type they say', async () => {
    const email = newEmail();
    await stack.production.post('/v1/contacts', { email });
    const path = `/v1/contacts/${encodeURIComponent(email)}`;
    for (const type of ['application/json', 'text/plain']) {
      const read = await stack.production.request('GET', path, undefined, { 'content-type': type });
      expect(read.status).toBe(200);
    }
    // An empty string goes out with Content-Length: 0.
    expect((await stack.production.request('DELETE', path, '')).status).toBe(200);
    const again = await stack.production.request('DELETE', path, undefined, {
      'content-type': 'application/json',
    });
    expectRefusal(again, 404, 'CONTACT_NOT_FOUND');
  });
});
