import { EMPTY_CONTACT } from '../../../../core/contacts/input';
import { contactKey, identifiersOf, isIdentifying, uuidKey } from '../../../../core/contacts/keys';

const production = { applicationId: 'app', environment: 'production' } as const;
const sandbox = { applicationId: 'app', environment: 'sandbox' } as const;

describe('the unique key of an identifier', () => {
  it('differs by application, environment, kind and value', () => {
    const keys = [
      contactKey(production, { kind: 'email', value: 'x' }),
      contactKey(sandbox, { kind: 'email', value: 'x' }),
      contactKey({ ...production, applicationId: 'other' }, { kind: 'email', value: 'x' }),
      contactKey(production, { kind: 'phone', value: 'x' }),
      contactKey(production, { kind: 'email', value: 'y' }),
      uuidKey(production, 'x'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('CONTACT-2: of an e-mail address is the same in any case, of an external id it is not', () => {
    const key = (kind: 'email' | 'external_id', value: string) => contactKey(production, { kind, value });
    expect(key('email', 'Ada@example.org')).toBe(key('email', 'ada@example.org'));
    expect(key('external_id', 'Ada')).not.toBe(key('external_id', 'ada'));
  });

  it('of an external id is never that of another kind, whatever its text', () => {
    const forged = contactKey(production, { kind: 'external_id', value: 'email:ada@example.org' });
    expect(forged).not.toBe(contactKey(production, { kind: 'email', value: 'ada@example.org' }));
  });
});

test('external_id, email and phone identify a contact by themselves, the others do not', () => {
  const kinds = ['external_id', 'email', 'phone', 'slack', 'telegram', 'discord', 'push'] as const;
  const identifying = kinds.filter((kind) => isIdentifying({ kind, value: 'x' }));
  expect(identifying).toEqual(['external_id', 'email', 'phone']);
});

test('a contact claims all its addresses, the older ones too', () => {
  const fields = {
    ...EMPTY_CONTACT,
    emails: ['new@example.org', 'old@example.org'],
    phones: ['+15005550006'],
    externalId: 'ada',
    slack: 'U12345678',
    pushTokens: ['one'],
  };
  expect(identifiersOf(fields).map(({ kind, value }) => `${kind}:${value}`)).toEqual([
    'external_id:ada',
    'email:new@example.org',
    'email:old@example.org',
    'phone:+15005550006',
    'slack:U12345678',
    'push:one',
  ]);
  expect(identifiersOf(EMPTY_CONTACT)).toEqual([]);
});
