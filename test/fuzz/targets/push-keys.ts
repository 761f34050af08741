import { createECDH, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { readApnsKey } from '../../../channels/push/apns/token';
import { readServiceAccount } from '../../../channels/push/fcm/service-account';
import { isPair, readSubscription } from '../../../channels/push/webpush/subscription';
import { claimAt, parseRoleValues, roleOfClaim } from '../../../core/access/oidc-roles';
import { csrfTokenOf, hashToken } from '../../../core/access/session-token';
import { changedJson, changedText, repeated, text } from '../grammar';
import { fuzzTarget, promise } from '../target';

const ecdh = createECDH('prime256v1');
const p256dh = ecdh.generateKeys().toString('base64url');
const SUBSCRIPTION = {
  endpoint: 'https://push.example.com/x',
  keys: { p256dh, auth: Buffer.alloc(16, 3).toString('base64url') },
};
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ format: 'pem', type: 'pkcs8' })
  .toString();
const p8 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ format: 'pem', type: 'pkcs8' })
  .toString();
const ACCOUNT = { type: 'service_account', project_id: 'p-1', client_email: 'a@b.co', private_key: rsa };
const pieces = fc.constantFrom(
  '\n',
  '\\n',
  '-----BEGIN PRIVATE KEY-----',
  '-----',
  '=',
  'AAAA',
  'MIG',
  ' ',
  '"',
  '{',
  '}',
);

/** Tokens and keys of push, and claims of a sign-in, are read or refused, never thrown. */
export const pushKeys = fuzzTarget<{ text: string; claims: unknown; roles: string }>({
  name: 'push-keys-and-claims',
  arbitrary: fc.record({
    text: fc.oneof(
      changedJson([SUBSCRIPTION, ACCOUNT]).map((value) => JSON.stringify(value)),
      changedText([p8, rsa, p256dh, JSON.stringify(SUBSCRIPTION)], pieces),
      repeated(fc.oneof(pieces, text), 20_000),
    ),
    claims: changedJson([{ roles: ['admins'], groups: { a: 'b' }, 'https://x.y/roles': 'viewers' }]),
    roles: fc.oneof(
      changedText(['admin=admins,viewer=viewers', 'owner=a b'], fc.constantFrom(',', '=', ' ', 'admin')),
      text,
    ),
  }),
  // Reading RSA keys costs the most.
  msPer10kB: 150,
  check({ text: given, claims, roles }) {
    const subscription = readSubscription(given);
    if (subscription)
      promise(new URL(subscription.endpoint).protocol === 'https:', 'an endpoint without https');
    readServiceAccount(given);
    readApnsKey(given);
    isPair(given, given.slice(0, 43));
    hashToken(given);
    csrfTokenOf(given);
    const parsed = parseRoleValues(roles);
    if (!('value' in parsed)) return;
    for (const name of ['roles', 'groups.a', 'https://x.y/roles', '__proto__', 'constructor.name']) {
      const isObject = typeof claims === 'object' && claims !== null;
      const claim = isObject ? claimAt(claims as Record<string, unknown>, name) : claims;
      promise(typeof claim !== 'function', `${name} is a function of the program`);
      roleOfClaim(claim, parsed.value);
    }
  },
});
