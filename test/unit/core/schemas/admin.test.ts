import { ADMIN_ROLES, roleReaches } from '../../../../core/access/admin-roles';
import {
  createApplicationBody,
  createKeyBody,
  createSenderBody,
  pushEventsBody,
  updateApplicationBody,
} from '../../../../core/schemas/admin';
import { createAdminKeyBody, rotateAdminKeyBody } from '../../../../core/schemas/admin-keys';
import { auditQuery } from '../../../../core/schemas/audit';

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
      owner_email: 'boss@example.org',
    });
  });

  it.each(['', '.x', '-x', 'a b', 'a/b', 'ä', 'x'.repeat(65), '../x', 'a\n'])(
    'refuses the name %j',
    (name) => {
      expect(createApplicationBody.safeParse({ name }).success).toBe(false);
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
    [{ monthly_quota: 1_000_000_000 }],
  ])('can be %j', (body) => {
    expect(updateApplicationBody.parse(body)).toEqual(body);
  });

  it.each([
    [{ name: 'other' }],
    [{ subscription: 'paused' }],
    [{ monthly_quota: -1 }],
    [{ monthly_quota: 1.5 }],
    [{ monthly_quota: '5' }],
    [{ monthly_quota: 1_000_000_001 }],
    [{ otp_domain: 'localhost' }],
    [{ otp_domain: 'https://example.com' }],
    [{ otp_domain: 'example.com\n' }],
    [{ owner_email: 'nobody' }],
    [{ from: 'nobody' }],
    [{ from: 'Me <me@example.com>\r\nBcc: eve@example.org' }],
    [{ brand: { colour: 'red' } }],
  ])('cannot be %j', (body) => {
    expect(updateApplicationBody.safeParse(body).success).toBe(false);
  });
});

describe('a verified sender', () => {
  it.each([
    ['domain', 'Example.COM', 'example.com'],
    ['email', 'Me@Example.org', 'me@example.org'],
    ['phone', '+1 500 555 0006', '+15005550006'],
  ])('of type %s is stored in its one form', (type, value, stored) => {
    expect(createSenderBody.parse({ type, value })).toEqual({ type, value: stored });
  });

  it.each([
    ['domain', 'localhost'],
    ['domain', 'me@example.com'],
    ['domain', '*.example.com'],
    ['domain', ''],
    ['email', 'example.com'],
    ['phone', '15005550006'],
  ])('of type %s cannot be %j', (type, value) => {
    expect(createSenderBody.safeParse({ type, value }).error?.issues[0]?.path).toEqual(['value']);
  });

  it('has one of three types', () => {
    expect(createSenderBody.safeParse({ type: 'fax', value: '+15005550006' }).success).toBe(false);
  });
});

test('a key has an environment and perhaps a label', () => {
  expect(createKeyBody.safeParse({ environment: 'production' }).success).toBe(true);
  expect(createKeyBody.safeParse({ environment: 'sandbox', label: 'ci' }).success).toBe(true);
  expect(createKeyBody.safeParse({ environment: 'staging' }).success).toBe(false);
  expect(createKeyBody.safeParse({}).success).toBe(false);
});

test('a key has each of its scopes once, in one order', () => {
  const scopesOf = (scopes: string[] | null) =>
    createKeyBody.safeParse({ environment: 'sandbox', scopes }).data?.scopes;
  expect(scopesOf(['read', 'send', 'read'])).toEqual(['send', 'read']);
  expect(scopesOf(null)).toBeNull();
  expect(scopesOf([])).toBeUndefined();
  expect(scopesOf(['all'])).toBeUndefined();
});

test('a key expires in the future, or never', () => {
  jest.useFakeTimers({ now: new Date('2027-03-01T08:00:00Z') });
  const expiryOf = (expires_at: string | null) =>
    createKeyBody.safeParse({ environment: 'sandbox', expires_at }).data?.expires_at;
  expect(expiryOf('2027-03-01T09:00:00.001+01:00')).toEqual(new Date('2027-03-01T08:00:00.001Z'));
  expect(expiryOf('2027-03-01T09:00:00+01:00')).toBeUndefined();
  expect(expiryOf('2027-03-01')).toBeUndefined();
  expect(expiryOf(null)).toBeNull();
  jest.useRealTimers();
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

test('a push has at least one file with name and content', () => {
  const file = { name: 'welcome.yaml', content: '' };
  expect(pushEventsBody.safeParse({ files: [file] }).success).toBe(true);
  expect(pushEventsBody.safeParse({ files: [] }).success).toBe(false);
  expect(pushEventsBody.safeParse({ files: [{ ...file, name: '' }] }).success).toBe(false);
  expect(pushEventsBody.safeParse({ files: [{ ...file, mode: 1 }] }).success).toBe(false);
  expect(pushEventsBody.safeParse([file]).success).toBe(false);
});

test('a role of an admin key reaches itself and those before it', () => {
  const reached = ADMIN_ROLES.map((role) => ADMIN_ROLES.filter((needed) => roleReaches(role, needed)));
  expect(reached).toEqual([['viewer'], ['viewer', 'editor'], ['viewer', 'editor', 'owner']]);
});
