import type { z } from 'zod';
import { ADMIN_ROLES, roleReaches } from '../../../../core/access/admin-roles';
import {
  createApplicationBody,
  createKeyBody,
  createSenderBody,
  deletedEventsQuery,
  deleteEventBody,
  eventVersionsQuery,
  pushEventsBody,
  renderEventBody,
  restoreVersionBody,
  sendEventBody,
  updateApplicationBody,
} from '../../../../core/schemas/admin';
import { createAdminKeyBody, rotateAdminKeyBody } from '../../../../core/schemas/admin-keys';
import { auditQuery } from '../../../../core/schemas/audit';
import { check } from '../../../../core/shared/schemas/check';

describe('the body that makes an application', () => {
  it('takes a name and all settings', () => {
    const body = {
      name: 'My-App_1.0',
      subscription: 'inactive',
      monthly_quota: 0,
      otp_domain: 'Example.COM',
      owner_email: 'Boss@Example.org',
      from: 'Acme <hello@example.com>',
      brand: { name: 'Acme', color: '#fff' },
    };
    expect(createApplicationBody.parse(body)).toEqual({
      ...body,
      otp_domain: 'example.com',
      owner_email: 'Boss@example.org',
    });
  });

  it.each(['', '.x', '-x', 'a b', 'a/b', 'ä', 'x'.repeat(65), '../x', 'a\n'])(
    'refuses the name %j',
    (name) => {
      expect(check(createApplicationBody, { name })).toEqual({
        ok: false,
        field: 'name',
        message: 'name must be 1 to 64 letters, digits, dots, dashes or underscores.',
      });
    },
  );
});

test('the recipients of sandbox are stored in the form in which messages carry them', () => {
  const given = ['Ada@Example.org', '+1 (500) 555-0006', 'U12345678'];
  expect(updateApplicationBody.parse({ sandbox_recipients: given })).toEqual({
    sandbox_recipients: ['ada@example.org', '+15005550006', 'U12345678'],
  });
  expect(updateApplicationBody.safeParse({ sandbox_recipients: [''] }).success).toBe(false);
});

describe('the body that changes an application', () => {
  it.each([
    [{}],
    [{ subscription: 'active' }],
    [{ otp_domain: null, owner_email: null, from: null }],
    [{ monthly_quota: 1_000_000_000, daily_quota: 0 }],
    [{ daily_quota: null, keep_notifications_days: null, keep_content_days: null }],
    [{ keep_notifications_days: 36_500, keep_content_days: 1 }],
    [{ delivered_channels: ['email', 'sms', 'whatsapp'] }],
  ])('can be %j', (body) => {
    expect(updateApplicationBody.parse(body)).toEqual(body);
  });

  it.each<[string, string, object]>([
    [
      'name',
      'is not a known field. Known fields: subscription, monthly_quota, daily_quota, otp_domain, sms_prices, owner_email, from, sandbox_recipients, delivered_channels, webhook_retries, limits, sms_countries, sms_guard, keep_notifications_days, keep_content_days, brand, expected_limits, expected_sms_countries, expected_sms_guard, expected_sms_prices, expected_sandbox_recipients, expected_delivered_channels, expected_brand',
      { name: 'other' },
    ],
    ['subscription', 'must be one of active, inactive', { subscription: 'paused' }],
    ['monthly_quota', 'must be at least 0', { monthly_quota: -1 }],
    ['monthly_quota', 'must be an integer', { monthly_quota: 1.5 }],
    ['monthly_quota', 'must be a number, not text', { monthly_quota: '5' }],
    ['monthly_quota', 'must be at most 1000000000', { monthly_quota: 1_000_000_001 }],
    ['monthly_quota', 'must be a number, not null', { monthly_quota: null }],
    ['daily_quota', 'must be at least 0', { daily_quota: -1 }],
    ['daily_quota', 'must be at most 1000000000', { daily_quota: 1_000_000_001 }],
    ['otp_domain', 'must be a domain name, for example example.com', { otp_domain: 'localhost' }],
    ['otp_domain', 'must be a domain name, for example example.com', { otp_domain: 'https://example.com' }],
    ['otp_domain', 'must be a domain name, for example example.com', { otp_domain: 'example.com\n' }],
    ['otp_domain', 'must have at most 253 characters', { otp_domain: `${'a.'.repeat(126)}co` }],
    ['owner_email', 'must be an e-mail address such as ada@example.com', { owner_email: 'nobody' }],
    ['from', 'must be an e-mail address in ASCII before the @, with or without a name', { from: 'nobody' }],
    [
      'from',
      'must not contain line breaks or other control characters',
      { from: 'Me <me@example.com>\r\nBcc: eve@example.org' },
    ],
    ['from', 'must have at most 320 characters', { from: `${'x'.repeat(304)} <me@example.com>` }],
    ['delivered_channels[0]', 'must be one of email, sms, whatsapp', { delivered_channels: ['push'] }],
    ['sms_guard.events', 'must name at least one event', { sms_guard: { events: [] } }],
    [
      'sms_guard.share',
      'must be a number above 0 and below 1, such as 0.7',
      { sms_guard: { events: ['verify'], share: 1 } },
    ],
    [
      'sms_guard.hold_minutes',
      'must be an integer from 1 to 1440, minutes',
      { sms_guard: { events: ['verify'], hold_minutes: 1.5 } },
    ],
    ['keep_content_days', 'must be at least 1', { keep_content_days: 0 }],
    ['keep_notifications_days', 'must be at most 36500', { keep_notifications_days: 36_501 }],
    ['keep_notifications_days', 'must be an integer', { keep_notifications_days: 1.5 }],
    ['sandbox_recipients[1]', 'must not be empty', { sandbox_recipients: ['x', ''] }],
    ['sandbox_recipients', 'must have at most 1000 entries', { sandbox_recipients: Array(1001).fill('x') }],
    [
      'brand.colour',
      'is not a known field. Known fields: name, logotype, color, background_color, text_color, font, website, footer, social, languages',
      { brand: { colour: 'red' } },
    ],
  ])('is refused: %s %s', (field, rule, body) => {
    expect(check(updateApplicationBody, body)).toEqual({ ok: false, field, message: `${field} ${rule}.` });
  });
});

describe('a verified sender', () => {
  it.each([
    ['domain', 'Example.COM', 'example.com'],
    ['email', 'Me@Example.org', 'me@example.org'],
    ['domain', `${'a.'.repeat(125)}com`, `${'a.'.repeat(125)}com`],
    ['domain', `${'x'.repeat(63)}.${'y'.repeat(63)}`, `${'x'.repeat(63)}.${'y'.repeat(63)}`],
    ['phone', '+1 500 555 0006', '+15005550006'],
    ['alphanumeric', 'Shop 24', 'Shop 24'],
  ])('of type %s is stored in its one form', (type, value, stored) => {
    expect(createSenderBody.parse({ type, value })).toEqual({ type, value: stored });
  });

  it.each([
    ['domain', 'localhost', 'must be a valid domain'],
    ['domain', 'me@example.com', 'must be a valid domain'],
    ['domain', '*.example.com', 'must be a valid domain'],
    ['domain', '', 'must be a valid domain'],
    ['domain', `${'x'.repeat(64)}.com`, 'must be a valid domain'],
    ['domain', `a.${'x'.repeat(64)}`, 'must be a valid domain'],
    ['domain', `${'a.'.repeat(126)}co`, 'must be a valid domain'],
    ['domain', 'x'.repeat(321), 'must have at most 320 characters'],
    ['email', 'example.com', 'must be a valid email'],
    ['phone', '15005550006', 'must be a valid phone'],
    [
      'alphanumeric',
      '12345',
      'must be 1 to 11 letters, digits and spaces, with at least one letter and no space at its ends',
    ],
  ])('of type %s cannot be %j, because it %s', (type, value, rule) => {
    expect(check(createSenderBody, { type, value })).toEqual({
      ok: false,
      field: 'value',
      message: `value ${rule}.`,
    });
  });

  it('has one of four types', () => {
    expect(check(createSenderBody, { type: 'fax', value: '+15005550006' })).toEqual({
      ok: false,
      field: 'type',
      message: 'type must be one of domain, email, phone, alphanumeric.',
    });
  });
});

test.each([
  [{ environment: 'production' }],
  [{ environment: 'sandbox', label: 'ci', rate_limit: 1, scopes: null }],
  [{ environment: 'sandbox', rate_limit: 100_000 }],
  [{ environment: 'sandbox', rate_limit: null }],
])('a key can be made from %j', (body) => {
  expect(check(createKeyBody, body)).toEqual({ ok: true, data: body });
});

test.each<[string, string, object]>([
  ['environment', 'is required and must be one of production, sandbox', {}],
  ['environment', 'must be one of production, sandbox', { environment: 'staging' }],
  ['label', 'must have at most 255 characters', { environment: 'sandbox', label: 'x'.repeat(256) }],
  ['rate_limit', 'must be at least 1', { environment: 'sandbox', rate_limit: 0 }],
  ['rate_limit', 'must be at most 100000', { environment: 'sandbox', rate_limit: 100_001 }],
  [
    'scopes',
    'must have at least one scope. Without the field, the key has all scopes',
    { environment: 'sandbox', scopes: [] },
  ],
  [
    'scopes[0]',
    'must be one of send, broadcast, read, contacts, webhooks',
    { environment: 'sandbox', scopes: ['all'] },
  ],
  ['scopes', 'must have at most 10 entries', { environment: 'sandbox', scopes: Array(11).fill('send') }],
  [
    'expires_at',
    'must be a time with its zone, for example 2027-03-01T09:00:00Z',
    { environment: 'sandbox', expires_at: '2027-03-01' },
  ],
])('of the body that makes a key: %s %s', (field, rule, body) => {
  expect(check(createKeyBody, body)).toEqual({ ok: false, field, message: `${field} ${rule}.` });
});

test('a key has each of its scopes once, in one order', () => {
  const scopesOf = (scopes: string[] | null) =>
    createKeyBody.safeParse({ environment: 'sandbox', scopes }).data?.scopes;
  expect(scopesOf(['read', 'send', 'read'])).toEqual(['send', 'read']);
  expect(scopesOf(null)).toBeNull();
});

test.each(['ada', '0', 'Ada.L-1_x@example.org', 'x'.repeat(64)])('an admin key can be named %j', (name) => {
  expect(createAdminKeyBody.parse({ name, role: 'viewer' })).toEqual({ name, role: 'viewer' });
});

test.each(['', '.a', '@a', 'a b', 'ä', 'a\n', 'x'.repeat(65), 'setting'])(
  'an admin key cannot be named %j',
  (name) => {
    const { error } = createAdminKeyBody.safeParse({ name, role: 'viewer' });
    expect(error?.issues).toMatchObject([{ path: ['name'], message: expect.stringMatching(/\w/) as string }]);
  },
);

test('an admin key has a role, and is followed by another within 30 days', () => {
  expect(createAdminKeyBody.safeParse({ name: 'ada', role: 'admin' }).success).toBe(false);
  expect(rotateAdminKeyBody.parse({})).toEqual({ overlap_hours: 24 });
  for (const overlap_hours of [0, 0.5, 720])
    expect(rotateAdminKeyBody.parse({ overlap_hours })).toEqual({ overlap_hours });
  for (const overlap_hours of [-1, 720.1])
    expect(rotateAdminKeyBody.safeParse({ overlap_hours }).success).toBe(false);
});

test('the audit log is asked for by what it is about, by time and by page', () => {
  const after = '1772355600000_5ff1a2a8-43dc-4a7f-8c2f-9d6ff1f1a222';
  expect(auditQuery.parse({ about: 'shop', from: '2026-03-01T09:00:00Z', after, limit: '100' })).toEqual({
    about: 'shop',
    from: new Date('2026-03-01T09:00:00Z'),
    after,
    limit: 100,
  });
  expect(auditQuery.parse({})).toEqual({ limit: 50 });
  for (const query of [
    { about: '' },
    { limit: '0' },
    { limit: '101' },
    { after: 'x'.repeat(101) },
    { of: 'shop' },
  ])
    expect(auditQuery.safeParse(query).success).toBe(false);
});

describe('the body or query of events', () => {
  const file = { name: 'welcome.yaml', content: '' };
  const next = 'must be the value of next in an earlier response';
  const to = 'ada@example.org';

  it.each<[string, z.ZodType, unknown, unknown]>([
    [
      'push',
      pushEventsBody,
      { files: [file] },
      { files: [file], dry_run: false, differences: false, via: 'api' },
    ],
    [
      'push',
      pushEventsBody,
      {
        ...{ files: [file], dry_run: true, differences: true, via: 'promotion' },
        expected_versions: { welcome: 3, gone: null },
      },
      {
        ...{ files: [file], dry_run: true, differences: true, via: 'promotion' },
        expected_versions: { welcome: 3, gone: null },
      },
    ],
    ['versions', eventVersionsQuery, {}, { limit: 50 }],
    ['versions', eventVersionsQuery, { after: '999999999', limit: '1' }, { after: 999999999, limit: 1 }],
    ['deleted', deletedEventsQuery, {}, { limit: 50 }],
    ['deleted', deletedEventsQuery, { after: 'welcome', limit: '100' }, { after: 'welcome', limit: 100 }],
    ['restore', restoreVersionBody, {}, {}],
    ['restore', restoreVersionBody, { expected_version: null }, { expected_version: null }],
    ['restore', restoreVersionBody, { expected_version: 0 }, { expected_version: 0 }],
    ['delete', deleteEventBody, {}, { force: false }],
    ['delete', deleteEventBody, { force: true }, { force: true }],
    ['render', renderEventBody, { channel: 'sms' }, { channel: 'sms' }],
    [
      'render',
      renderEventBody,
      {
        ...{ file: '', channel: 'email', step: 's', language: 'PT_br', payload: { a: 1 }, example: 'first' },
        contact: { email: 'Ada@Example.org', plan: 'pro' },
      },
      {
        ...{ file: '', channel: 'email', step: 's', language: 'pt-BR', payload: { a: 1 }, example: 'first' },
        contact: { email: 'Ada@example.org', meta: { plan: 'pro' } },
      },
    ],
    ['send', sendEventBody, { to: 'Ada' }, { to: 'Ada' }],
    [
      'send',
      sendEventBody,
      { to: { any: 1 }, channel: 'sms', language: 'SV', payload: {}, example: 'e', skip_waits: true },
      { to: { any: 1 }, channel: 'sms', language: 'sv', payload: {}, example: 'e', skip_waits: true },
    ],
  ])('%s: is read (%#)', (_route, schema, input, data) => {
    expect(check(schema, input)).toEqual({ ok: true, data });
  });

  it.each<[string, string, string, z.ZodType, unknown]>([
    ['push', 'files', 'is required and must be an array', pushEventsBody, {}],
    ['push', 'files', 'must not be empty', pushEventsBody, { files: [] }],
    ['push', 'files', 'must have at most 1000 entries', pushEventsBody, { files: Array(1001).fill(file) }],
    ['push', 'files[0].name', 'must not be empty', pushEventsBody, { files: [{ ...file, name: '' }] }],
    [
      'push',
      'files[0].name',
      'must have at most 255 characters',
      pushEventsBody,
      { files: [{ ...file, name: 'x'.repeat(256) }] },
    ],
    ['push', 'files[0].content', 'is required and must be text', pushEventsBody, { files: [{ name: 'a' }] }],
    [
      'push',
      'files[0].mode',
      'is not a known field. Known fields: name, content',
      pushEventsBody,
      { files: [{ ...file, mode: 1 }] },
    ],
    [
      'push',
      'via',
      'must be one of api, cli, dashboard, promotion',
      pushEventsBody,
      { files: [file], via: 'restore' },
    ],
    [
      'push',
      'expected_versions.welcome',
      'must be at least 0',
      pushEventsBody,
      { files: [file], expected_versions: { welcome: -1 } },
    ],
    ['versions', 'after', next, eventVersionsQuery, { after: '0' }],
    ['versions', 'after', next, eventVersionsQuery, { after: '-1' }],
    ['versions', 'after', next, eventVersionsQuery, { after: '1x' }],
    ['versions', 'after', next, eventVersionsQuery, { after: '1000000000' }],
    ['versions', 'limit', 'must be an integer from 1 to 100', eventVersionsQuery, { limit: '0' }],
    ['deleted', 'after', 'must not be empty', deletedEventsQuery, { after: '' }],
    ['deleted', 'after', 'must have at most 64 characters', deletedEventsQuery, { after: 'x'.repeat(65) }],
    ['deleted', 'limit', 'must be an integer from 1 to 100', deletedEventsQuery, { limit: '101' }],
    ['restore', 'expected_version', 'must be at least 0', restoreVersionBody, { expected_version: -1 }],
    ['restore', 'expected_version', 'must be an integer', restoreVersionBody, { expected_version: 1.5 }],
    [
      'restore',
      'force',
      'is not a known field. Known fields: expected_version',
      restoreVersionBody,
      { force: true },
    ],
    ['delete', 'force', 'must be true or false, not text', deleteEventBody, { force: 'yes' }],
    [
      'render',
      'channel',
      'is required and must be one of email, sms, slack, push, telegram, whatsapp, discord',
      renderEventBody,
      {},
    ],
    ['render', 'step', 'must not be empty', renderEventBody, { channel: 'sms', step: '' }],
    [
      'render',
      'step',
      'must have at most 255 characters',
      renderEventBody,
      { channel: 'sms', step: 'x'.repeat(256) },
    ],
    ['render', 'example', 'must not be empty', renderEventBody, { channel: 'sms', example: '' }],
    [
      'render',
      'example',
      'must have at most 64 characters',
      renderEventBody,
      { channel: 'sms', example: 'x'.repeat(65) },
    ],
    ['render', 'payload', 'must be an object', renderEventBody, { channel: 'sms', payload: ['x'] }],
    [
      'render',
      'contact.email',
      'must be an e-mail address such as ada@example.com',
      renderEventBody,
      { channel: 'sms', contact: { email: 'ada' } },
    ],
    ['send', 'to', 'is required and must be text or an object', sendEventBody, {}],
    ['send', 'to', 'must be text or an object, not a number', sendEventBody, { to: 5 }],
    ['send', 'to', 'must be text or an object, not an array', sendEventBody, { to: [to] }],
    ['send', 'to', 'must be text or an object, not null', sendEventBody, { to: null }],
    ['send', 'to', 'must not be empty', sendEventBody, { to: '' }],
    ['send', 'to', 'must have at most 320 characters', sendEventBody, { to: 'x'.repeat(321) }],
    ['send', 'skip_waits', 'must be true or false, not a number', sendEventBody, { to, skip_waits: 1 }],
  ])('%s: %s %s', (_route, field, rule, schema, input) => {
    expect(check(schema, input)).toEqual({ ok: false, field, message: `${field} ${rule}.` });
  });
});

test('a role of an admin key reaches itself and those before it', () => {
  const reached = ADMIN_ROLES.map((role) => ADMIN_ROLES.filter((needed) => roleReaches(role, needed)));
  expect(reached).toEqual([['viewer'], ['viewer', 'editor'], ['viewer', 'editor', 'owner']]);
});
