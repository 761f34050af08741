import { broadcastBody, broadcastTestBody } from '../../../../core/schemas/broadcasts';
import { check } from '../../../../core/shared/schemas/check';

const to = { topic: 'news' };

test.each<[string, object]>([
  ['a topic', { to }],
  ['a segment', { to: { segment: 'customers' } }],
  ['all contacts', { to: { all: true } }],
  ['a time', { to, send_at: '2026-12-01T09:00:00Z' }],
  ['a time of day', { to, send_at: '09:00 local' }],
  ['everything', { to, payload: { a: 1 }, language: 'sv', per_second: 100, name: 'March', tenant: 'acme' }],
])('BROADCAST-1: a broadcast is read: %s', (_, body) => {
  expect(broadcastBody.safeParse(body).success).toBe(true);
});

test.each<[string, object, string]>([
  ['no audience', {}, 'to'],
  ['an empty audience', { to: {} }, 'to'],
  ['two audiences', { to: { topic: 'news', all: true } }, 'to'],
  ['all as false', { to: { all: false } }, 'to.all'],
  ['recipients', { to: ['ada@example.com'] }, 'to'],
  ['a wrong topic', { to: { topic: 'No topic' } }, 'to.topic'],
  ['a time without a zone', { to, send_at: '2026-12-01T09:00:00' }, 'send_at'],
  ['no time of day', { to, send_at: '24:00 local' }, 'send_at'],
  ['a time of day with a zone', { to, send_at: '09:00 Europe/Stockholm' }, 'send_at'],
  ['no recipients a second', { to, per_second: 0 }, 'per_second'],
  ['a part of a recipient', { to, per_second: 0.5 }, 'per_second'],
  ['an empty name', { to, name: '' }, 'name'],
  ['a reference', { to, reference: 'x' }, 'reference'],
  ['if_open', { to, if_open: 'keep' }, 'if_open'],
  ['a sender', { to, from: 'a@example.com' }, 'from'],
  ['a payload that is a list', { to, payload: [1] }, 'payload'],
])('BROADCAST-1: a broadcast is refused with its field: %s', (_, body, field) => {
  expect(check(broadcastBody, body)).toMatchObject({ ok: false, field });
});

test.each<[string, unknown[], boolean]>([
  ['nobody', [], false],
  ['one', ['a@example.com'], true],
  ['six', Array(6).fill('a@example.com'), false],
])('BROADCAST-9: a test has one to five recipients: %s', (_, recipients, isValid) => {
  expect(broadcastTestBody.safeParse({ to: recipients }).success).toBe(isValid);
});
