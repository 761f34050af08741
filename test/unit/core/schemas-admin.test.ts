import { ADMIN_ROLES, roleReaches } from '../../../core/admin-roles';
import {
  createApplicationBody,
  createKeyBody,
  createSenderBody,
  pushEventsBody,
  updateApplicationBody,
} from '../../../core/schemas/admin';

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
