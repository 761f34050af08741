import { hashApiKey, hasPrefixOf, newAdminKey, newApiKey } from '../../../../core/access/api-key';
import { fingerprintOf } from '../../../../core/shared/fingerprint';
import {
  derivedId,
  eventIdOf,
  isIdStart,
  messageIdOf,
  newId,
  noticeIdOf,
  possibleIds,
  retryIdOf,
} from '../../../../core/shared/ids';
import { scopeKey, scopeOf } from '../../../../core/shared/scope';
import { fallbackKey, sendNameOf } from '../../../../core/sequences/step-key';

const N = '11111111-1111-4111-8111-111111111111';
const M = '22222222-2222-4222-8222-222222222222';

describe('ids that follow from others are the same for ever', () => {
  test.each([
    ['of a message', messageIdOf(N, 'send', 'email'), '7280b3fe-3d0b-55a2-b2a2-0f56eb14ddc5'],
    ['of an event', eventIdOf(M, 'delivery.sent'), '80aa0118-b7e7-5877-ae62-7890ae038488'],
    ['of a first retry', retryIdOf(N, undefined), '7ca02e8c-4453-51d5-a558-0bf975ae73b7'],
    ['of a next retry', retryIdOf(N, M), '2c92b046-f0bc-557d-aa59-0166b5051551'],
    ['of a place in an array', derivedId('seed', 3), '613f23c7-e225-5e71-ac4b-f4c105e44bc7'],
    ["of an owner's notice", noticeIdOf(N, new Date(0)), '02c0cf35-5bfd-5125-9ec9-e416160c5219'],
  ])('the id %s', (_, id, expected) => {
    expect(id).toBe(expected);
  });

  test('a fresh one is another each time', () => {
    expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(newId()).not.toBe(newId());
  });
});

test('the notifications of a request have its own id, or those of up to a thousand recipients', () => {
  const ids = possibleIds('seed');
  expect(ids.slice(0, 3)).toEqual(['seed', derivedId('seed', 0), derivedId('seed', 1)]);
  expect(new Set(ids).size).toBe(1001);
});

test.each<[string, boolean]>([
  [N, true],
  [N.slice(0, 8), true],
  [N.slice(0, 9), true],
  ['ABCDEF01-22', true],
  ['1111111122', true],
  [N.slice(0, 7), false],
  [`x${N}`, false],
  [`${N}1`, false],
  [`${N.slice(0, 20)}g`, false],
])('%s is the beginning of an id: %s', (given, expected) => {
  expect(isIdStart(given)).toBe(expected);
});

describe('a step key', () => {
  test('a fallback has the name of its SEND and its channel', () => {
    expect(fallbackKey('send', 'sms')).toBe('send>sms');
    expect(sendNameOf('send>sms')).toBe('send');
    expect(sendNameOf('send')).toBe('send');
  });
});

describe('a scope key', () => {
  test('it gives back the scope that it was made of, whatever the application is called', () => {
    const scope = { applicationId: 'a:b', environment: 'sandbox' } as const;
    expect(scopeKey(scope)).toBe('a:b:sandbox');
    expect(scopeOf('a:b:sandbox')).toEqual(scope);
  });
});

describe('the fingerprint of a request', () => {
  const of = (body: unknown, over = {}) =>
    fingerprintOf({ method: 'POST', path: '/v1/send/welcome', body, ...over });

  test('it is the SHA-256 of method, path and body with its keys in order', () => {
    expect(of({ z: true, a: [1, null, { b: 'c' }] })).toBe(
      'c66d080e3a6411507bbcf52705bb5dc2bd4b4dd7361f58a198895b066942a215',
    );
  });

  test('the order of keys does not matter, at any depth', () => {
    expect(of({ a: 1, b: { c: 2, d: 3 } })).toBe(of({ b: { d: 3, c: 2 }, a: 1 }));
    expect(of({ c: 0, a: 0, b: 0 })).toBe(of({ a: 0, b: 0, c: 0 }));
  });

  test.each([
    ['another value', of({ a: 2 })],
    ['a number as text', of({ a: '1' })],
    ['another key', of({ b: 1 })],
    ['an array', of([{ a: 1 }])],
    ['another path', of({ a: 1 }, { path: '/v1/send/other' })],
    ['another method', of({ a: 1 }, { method: 'PUT' })],
    ['nothing', of(undefined)],
  ])('%s makes another', (_, other) => {
    expect(other).not.toBe(of({ a: 1 }));
  });

  test('the order of an array matters', () => {
    expect(of([1, 2])).not.toBe(of([2, 1]));
    expect(of([1, 2])).not.toBe(of(['1,2']));
  });

  test('a body that is absent is the same as null', () => {
    expect(of(undefined)).toBe(of(null));
  });
});

describe('an API key', () => {
  test.each([
    ['production', 'live_', 'sandbox'],
    ['sandbox', 'test_', 'production'],
  ] as const)('of %s begins with %s and has 32 random bytes', (environment, prefix, other) => {
    const key = newApiKey(environment);
    expect(key.startsWith(prefix)).toBe(true);
    expect(Buffer.from(key.slice(prefix.length), 'base64url')).toHaveLength(32);
    expect(newApiKey(environment)).not.toBe(key);
    expect(hasPrefixOf(key, environment)).toBe(true);
    expect(hasPrefixOf(key, other)).toBe(false);
    expect(hasPrefixOf(`x${key}`, environment)).toBe(false);
  });

  test('of an operator begins with admin_ and has as many', () => {
    const [prefix, text] = newAdminKey().split(/(?<=^admin_)/);
    expect(prefix).toBe('admin_');
    expect(Buffer.from(text!, 'base64url')).toHaveLength(32);
    expect(newAdminKey()).not.toContain(text);
  });

  test('what is stored of it is its SHA-256 in hex', () => {
    expect(hashApiKey('live_x')).toBe('5da125c5c9fe76d9766fb28d66a0a34375039d82f7cf646e2780980922837003');
  });
});
