import type { z } from 'zod';
import { check } from '../../../../core/shared/schemas/check';
import {
  inviteOperatorBody,
  linkSignInBody,
  newLinkBody,
  oidcSignInBody,
  passwordSignInBody,
  setPasswordBody,
  updateOperatorBody,
} from '../../../../core/schemas/operator-accounts';

const ada = { email: 'ada@example.org', name: 'Ada Lovelace', role: 'editor' };
const signIn = { email: 'ada@example.org', password: 'x' };

describe('operators', () => {
  test.each<[z.ZodType, unknown, unknown]>([
    [inviteOperatorBody, { ...ada, email: 'Ada@Example.org' }, { ...ada, mail: true }],
    [inviteOperatorBody, { ...ada, mail: false }, { ...ada, mail: false }],
    [inviteOperatorBody, { ...ada, name: 'settings' }, { ...ada, name: 'settings', mail: true }],
    [newLinkBody, {}, { mail: true }],
    [newLinkBody, { mail: false }, { mail: false }],
    [updateOperatorBody, {}, {}],
    [updateOperatorBody, { name: 'x'.repeat(64) }, { name: 'x'.repeat(64) }],
    [updateOperatorBody, { name: 'Å', role: 'owner' }, { name: 'Å', role: 'owner' }],
  ])('are invited and changed (%#)', (schema, body, data) => {
    expect(check(schema, body)).toEqual({ ok: true, data });
  });

  test.each<[string, string, z.ZodType, unknown]>([
    [
      'email',
      'must be an e-mail address such as ada@example.com',
      inviteOperatorBody,
      { ...ada, email: 'ada' },
    ],
    ['name', 'is required and must be text', inviteOperatorBody, { email: ada.email, role: 'owner' }],
    ['name', 'must not be empty', inviteOperatorBody, { ...ada, name: '' }],
    ['name', 'must have at most 64 characters', inviteOperatorBody, { ...ada, name: 'x'.repeat(65) }],
    [
      'name',
      'must not contain line breaks or other control characters',
      inviteOperatorBody,
      { ...ada, name: 'Ada\nL' },
    ],
    ['name', 'is reserved for the key of ADMIN_API_KEY', inviteOperatorBody, { ...ada, name: 'setting' }],
    ['role', 'must be one of viewer, editor, owner', inviteOperatorBody, { ...ada, role: 'admin' }],
    ['mail', 'must be true or false, not text', inviteOperatorBody, { ...ada, mail: 'no' }],
    ['email', 'is not a known field. Known fields: mail', newLinkBody, { email: ada.email }],
    ['name', 'must be text, not null', updateOperatorBody, { name: null }],
    ['name', 'is reserved for the key of ADMIN_API_KEY', updateOperatorBody, { name: 'setting' }],
    ['role', 'must be one of viewer, editor, owner', updateOperatorBody, { role: '' }],
    ['email', 'is not a known field. Known fields: name, role', updateOperatorBody, { email: ada.email }],
  ])('are not invited or changed: %s %s', (field, rule, schema, body) => {
    expect(check(schema, body)).toEqual({ ok: false, field, message: `${field} ${rule}.` });
  });
});

describe('a sign-in', () => {
  test.each<[z.ZodType, unknown, unknown]>([
    [passwordSignInBody, { ...signIn, email: 'Ada@Example.org' }, signIn],
    [passwordSignInBody, { ...signIn, password: 'x'.repeat(256) }, { ...signIn, password: 'x'.repeat(256) }],
    [linkSignInBody, { token: 't' }, { token: 't' }],
    [linkSignInBody, { token: 't'.repeat(100) }, { token: 't'.repeat(100) }],
    [oidcSignInBody, { callback: '?' }, { callback: '?' }],
    [oidcSignInBody, { callback: 'c'.repeat(6000) }, { callback: 'c'.repeat(6000) }],
  ])('is read (%#)', (schema, body, data) => {
    expect(check(schema, body)).toEqual({ ok: true, data });
  });

  test.each<[string, string, z.ZodType, unknown]>([
    ['email', 'must be an e-mail address such as ada@example.com', passwordSignInBody, { password: 'x' }],
    ['password', 'is required and must be text', passwordSignInBody, { email: ada.email }],
    ['password', 'must not be empty', passwordSignInBody, { ...signIn, password: '' }],
    [
      'password',
      'must have at most 256 characters',
      passwordSignInBody,
      { ...signIn, password: 'x'.repeat(257) },
    ],
    [
      'name',
      'is not a known field. Known fields: email, password',
      passwordSignInBody,
      { ...signIn, name: 'x' },
    ],
    ['token', 'is required and must be text', linkSignInBody, {}],
    ['token', 'must not be empty', linkSignInBody, { token: '' }],
    ['token', 'must have at most 100 characters', linkSignInBody, { token: 't'.repeat(101) }],
    ['callback', 'is required and must be text', oidcSignInBody, {}],
    ['callback', 'must not be empty', oidcSignInBody, { callback: '' }],
    ['callback', 'must have at most 6000 characters', oidcSignInBody, { callback: 'c'.repeat(6001) }],
  ])('is refused: %s %s', (field, rule, schema, body) => {
    expect(check(schema, body)).toEqual({ ok: false, field, message: `${field} ${rule}.` });
  });
});

describe('a new password', () => {
  test.each([
    ['x'.repeat(12), 'x'],
    ['x'.repeat(256), 'x'.repeat(256)],
    // A character counts once, however it is encoded (NIST SP 800-63B section 3.1.1.2).
    ['🎈'.repeat(12), '🎈'.repeat(256)],
    ['🎈'.repeat(256), undefined],
  ])('has 12 to 256 characters, and the current one may come with it (%#)', (password, current) => {
    const body = { password, ...(current !== undefined && { current_password: current }) };
    expect(check(setPasswordBody, body)).toEqual({ ok: true, data: body });
  });

  test.each<[string, string, object]>([
    ['password', 'is required and must be text', {}],
    ['password', 'must have at least 12 characters', { password: 'x'.repeat(11) }],
    ['password', 'must have at least 12 characters', { password: '🎈'.repeat(11) }],
    ['password', 'must have at most 256 characters', { password: 'x'.repeat(257) }],
    ['current_password', 'must not be empty', { password: 'x'.repeat(12), current_password: '' }],
    [
      'current_password',
      'must have at most 256 characters',
      { password: 'x'.repeat(12), current_password: 'x'.repeat(257) },
    ],
    [
      'email',
      'is not a known field. Known fields: password, current_password',
      { password: 'x'.repeat(12), email: 'x' },
    ],
  ])('is refused: %s %s', (field, rule, body) => {
    expect(check(setPasswordBody, body)).toEqual({ ok: false, field, message: `${field} ${rule}.` });
  });
});
