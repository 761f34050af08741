import { randomUUID } from 'node:crypto';
import { expectRefusal, newEmail, PING } from '../../support/application';
import type { Answer, HttpApi } from '../../support/http-api';
import { expectOneShape } from '../../support/seen-answers';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ events: { 'ping.yaml': PING } });
});
afterAll(() => stack.stop());

const api = (): HttpApi => stack.production;
const send = (body: unknown): Promise<Answer> => api().post('/v1/send/ping', body);

const email = 'nobody-yet@example.org';
const MANY = Array.from({ length: 26 }, (_, index) => `a${index}@example.org`);

const TEXT = [true, 5, [], {}, [null], { $gt: '' }];
const OBJECT = [true, 5, 'text', ['x'], [{}]];
/** Numbers without their country, what is neither an address nor a number, a Slack channel and an address in one. */
const NO_RECIPIENT = ['+12', '070-174 06 05', '1234567', 'ada@', '#a@b'];
/** What may not stand in a field, by the request that has it. */
const WRONG: Record<string, Record<string, unknown[]>> = {
  'POST /v1/send/ping': {
    to: [null, true, 5, '', {}, [], [null], { $gt: '' }, { name: 'Ada' }, 46701740605, ...NO_RECIPIENT],
    payload: [null, ...OBJECT],
    language: [null, '', 'x', ...TEXT],
    overrides: [null, [], ...OBJECT],
    from: [null, '', 'x', ...TEXT],
    send_at: [null, '', 'x', '2030-01-31T08:00:00', '2030-01-31', '2030-02-31T08:00:00Z', ...TEXT],
    skip_waits: [null, 'true', 1, {}, true],
  },
  'POST /v1/cancel/ping': {
    to: [null, true, 5, '', {}, [], ['a@example.org'], { $gt: '' }, ...NO_RECIPIENT],
  },
  'POST /v1/signal/ping': {
    to: [null, true, 5, '', {}, [], ['a@example.org'], { $gt: '' }, ...NO_RECIPIENT],
    signal: [null, '', 'a\nb', ...TEXT],
    args: [null, 'x', 5, {}],
  },
  'POST /v1/contacts': {
    email: ['', 'x', ...TEXT],
    phone: ['', 'x', ...TEXT],
    external_id: ['', ...TEXT],
    name: TEXT,
    avatar: TEXT,
    username: TEXT,
    slack: ['', ...TEXT],
    meta: OBJECT,
  },
  'PATCH /v1/webhooks/x': {
    url: [null, '', 'x', ...TEXT],
    enabled_events: [null, true, 5, 'delivery.sent', {}, [null], ['x']],
    is_active: [null, 0, 'true', [], {}],
    description: [null, ...TEXT],
  },
  'POST /v1/webhooks': {
    url: [undefined, null, '', 'x', ...TEXT],
    enabled_events: [true, 5, 'delivery.sent', {}, [null], ['delivery.opened']],
    is_active: [true, false],
    description: TEXT,
  },
};
/** What the other fields need so that the one in question is what is wrong. */
const GOOD: Record<string, () => object> = {
  'POST /v1/send/ping': () => ({ to: newEmail() }),
  'POST /v1/cancel/ping': () => ({ to: newEmail() }),
  'POST /v1/signal/ping': () => ({ to: newEmail(), signal: 'paid' }),
  'POST /v1/contacts': () => ({ external_id: randomUUID() }),
  'POST /v1/webhooks': () => ({ url: 'https://hooks.invalid/' }),
};

describe.each(Object.entries(WRONG))('%s', (request, fields) => {
  const [method = '', path = ''] = request.split(' ');
  test.each(Object.entries(fields))(
    'REQUEST-8, RECIPIENT-1, RECIPIENT-2, RECIPIENT-5, SCHEDULE-1: a wrong value of %s is 400 with field',
    async (field, values) => {
      for (const value of values) {
        const body = { ...GOOD[request]?.(), [field]: value };
        const answer = await api().request(method, path, body);
        expect({ value, ...answer }).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
        const inside = typeof value === 'object' && value !== null ? '\\[0\\]|\\..+' : '';
        expect({ value, field: answer.body.field }).toEqual({
          value,
          field: expect.stringMatching(new RegExp(`^${field}(?:${inside})?$`)),
        });
        expectOneShape(answer);
      }
    },
  );

  test('REQUEST-7: an unknown field is 400 that names it, but for contacts, where it is metadata', async () => {
    for (const field of ['constructor', 'prototype', 'unknown', '$where']) {
      const answer = await api().request(method, path, { ...GOOD[request]?.(), [field]: { $gt: '' } });
      if (path === '/v1/contacts') {
        expect(answer.body).toMatchObject({ contact: { meta: { [field]: { $gt: '' } } } });
        continue;
      }
      expectRefusal(answer, 400, 'VALIDATION_ERROR', { field });
    }
  });
});

/** The body of a send but for `to`, or with it. */
test.each([
  [{ paylaod: {} }, 'paylaod'],
  [{ overrides: { emial: {} } }, 'overrides.emial'],
  [{ overrides: { email: { replyTo: 'a@example.org' } } }, 'overrides.email.replyTo'],
  [{ overrides: { sms: { from: 'x' } } }, 'overrides.sms.from'],
  [{ overrides: { brand: { colour: 'red' } } }, 'overrides.brand.colour'],
  [{ overrides: { email: { cc: 'nobody' } } }, 'overrides.email.cc'],
  [{ overrides: { email: { cc: ['a@example.org', 'nobody'] } } }, 'overrides.email.cc[1]'],
  [{ overrides: { email: { subject: 'a\r\nBcc: eve@example.org' } } }, 'overrides.email.subject'],
  [{ overrides: { email: { subject: '' } } }, 'overrides.email.subject'],
  [{ overrides: { email: { subject: ' ' } } }, 'overrides.email.subject'],
  [{ overrides: { sms: { sender_id: 'TwelveLetter' } } }, 'overrides.sms.sender_id'],
  [{ overrides: { email: { reply_to: 'a@example.org\r\nX: y' } } }, 'overrides.email.reply_to'],
  [{ overrides: { email: { cc: MANY, bcc: MANY } } }, 'overrides.email'],
  [{ from: 'nobody' }, 'from'],
  [{ from: { email: 'nobody' } }, 'from.email'],
  [{ from: 'me@example.com\r\nBcc: eve@example.org' }, 'from'],
  [{ from: { email: 'me@example.com', name: 'a\nb' } }, 'from.name'],
  [{ from: { email: 'me@example.com', nmae: 'Me' } }, 'from.nmae'],
  [{ language: 'english' }, 'language'],
  [{ language: 'en_USA' }, 'language'],
  [{ language: 'en-' }, 'language'],
  [{ to: undefined, payload: {} }, 'to'],
  [{ to: { phone: '12345' } }, 'to.phone'],
  [{ to: { email: 'ada' } }, 'to.email'],
  [{ to: { email: { $ne: null } } }, 'to.email'],
  [{ to: { external_id: { $regex: '.*' } } }, 'to.external_id'],
  [{ to: { email, name: 'A\r\nBcc: eve@example.org' } }, 'to.name'],
  [{ to: { email, language: 'klingon' } }, 'to.language'],
  [{ to: { email, timezone: 'Mars/Olympus' } }, 'to.timezone'],
  [{ to: { email, timezone: 'PST' } }, 'to.timezone'],
  [{ to: { push_tokens: ['one', 5] } }, 'to.push_tokens[1]'],
  [{ to: [{ email: 'a' }, { email: 'b' }] }, 'to[0].email'],
])(
  'ERROR-2, SEND-4, SEND-5, RECIPIENT-8, RECIPIENT-11, SENDER-5, LANGUAGE-3, OVERRIDE-1, OVERRIDE-5: a send with %j is 400 with field %s, and makes nothing',
  async (body, field) => {
    expectRefusal(await send({ to: email, ...body }), 400, 'VALIDATION_ERROR', { field });
    const contact = await api().get(`/v1/contacts/${encodeURIComponent(email)}`);
    expectRefusal(contact, 404, 'CONTACT_NOT_FOUND');
  },
);

test.each([
  [{}, 'to'],
  [{ to: { phone: '12' } }, 'to.phone'],
  [{ to: { email: { $ne: null } } }, 'to.email'],
  [{ to: { external_id: { $regex: '.*' } } }, 'to.external_id'],
  [{ to: 'x', event: 'ping' }, 'event'],
])('CANCEL-1: a cancel with %j is 400 with field %s', async (body, field) => {
  expectRefusal(await api().post('/v1/cancel/ping', body), 400, 'VALIDATION_ERROR', { field });
});

describe('the length of text', () => {
  const to = { external_id: 'nobody' };
  test.each<[request: string, limit: number, bodyOf: (text: string) => object, field: string]>([
    ['POST /v1/contacts', 255, (text) => ({ external_id: text }), 'external_id'],
    ['POST /v1/contacts', 255, (text) => ({ email: 'ada@example.org', name: text }), 'name'],
    ['POST /v1/contacts', 255, (text) => ({ email: 'ada@example.org', username: text }), 'username'],
    ['POST /v1/contacts', 2048, (text) => ({ email: 'ada@example.org', avatar: text }), 'avatar'],
    ['POST /v1/contacts', 64, (text) => ({ email: 'ada@example.org', slack: text }), 'slack'],
    ['POST /v1/send/ping', 4096, (text) => ({ to: { ...to, push_token: text } }), 'to.push_token'],
    [
      'POST /v1/send/ping',
      998,
      (text) => ({ to, overrides: { email: { subject: text } } }),
      'overrides.email.subject',
    ],
    [
      'POST /v1/send/ping',
      255,
      (text) => ({ to, overrides: { brand: { name: text } } }),
      'overrides.brand.name',
    ],
    ['PATCH /v1/webhooks/x', 500, (text) => ({ description: text }), 'description'],
  ])('LIMIT-9: in %s is up to %i, more is 400 with field', async (request, limit, bodyOf, field) => {
    const [method = '', path = ''] = request.split(' ');
    const fits = await api().request(method, path, bodyOf('x'.repeat(limit)));
    // What fits has no fault but that it has no address, and that there is no such endpoint.
    if (path === '/v1/send/ping') expectRefusal(fits, 400, 'IDENTIFIER_MISSING');
    else expect(fits.status).toBe(path === '/v1/webhooks/x' ? 404 : 200);
    const over = await api().request(method, path, bodyOf('x'.repeat(limit + 1)));
    expectRefusal(over, 400, 'VALIDATION_ERROR', { field });
  });

  test('LIMIT-9: an identifier in `to` has 255 characters at most, a webhook url 2,048, and 100 push tokens come at once', async () => {
    expectRefusal(await send({ to: 'x'.repeat(256) }), 400, 'VALIDATION_ERROR', { field: 'to' });
    expectRefusal(await send({ to: 'x'.repeat(255) }), 400, 'IDENTIFIER_MISSING');
    const tokens = (count: number) => ({
      to: { ...to, push_tokens: Array.from({ length: count }, (_, index) => `token-${index}`) },
    });
    expectRefusal(await send(tokens(100)), 400, 'IDENTIFIER_MISSING');
    expectRefusal(await send(tokens(101)), 400, 'VALIDATION_ERROR', { field: 'to.push_tokens' });
    const url = `https://hooks.invalid/${'x'.repeat(2048)}`;
    expectRefusal(await api().post('/v1/webhooks', { url }), 400, 'VALIDATION_ERROR', { field: 'url' });
  });
});
