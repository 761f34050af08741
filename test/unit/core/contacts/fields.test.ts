import { addressOf, splitName } from '../../../../core/contacts/fields';
import { EMPTY_CONTACT } from '../../../../core/contacts/input';

describe('a full name', () => {
  it.each([
    ['Ada Lovelace', 'Ada', 'Lovelace'],
    ['Ada', 'Ada', null],
    ['Ada Augusta King, Countess', 'Ada', 'Augusta King, Countess'],
    ['  Ada   Lovelace  ', 'Ada', 'Lovelace'],
    ['Åsa Öberg', 'Åsa', 'Öberg'],
    ['', null, null],
    ['   ', null, null],
    [null, null, null],
  ])('%j is split into %j and %j', (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName });
  });
});

describe('the address of a contact', () => {
  const contact = {
    ...EMPTY_CONTACT,
    emails: ['new@example.org', 'old@example.org'],
    phones: ['+15005550006', '+15005550007'],
    slack: 'U12345678',
    telegram: '4711',
    discord: '815',
    pushTokens: ['one', 'two'],
  };

  it.each([
    ['email', 'new@example.org'],
    ['sms', '+15005550006'],
    ['whatsapp', '+15005550006'],
    ['slack', 'U12345678'],
    ['telegram', '4711'],
    ['discord', '815'],
    ['push', 'one\ntwo'],
  ] as const)('CHANNEL-4: over %s is %s, the newest', (channel, address) => {
    expect(addressOf(contact, channel)).toBe(address);
  });

  it.each(['email', 'sms', 'whatsapp', 'slack', 'telegram', 'discord', 'push'] as const)(
    'over %s is null where it has none',
    (channel) => {
      expect(addressOf(EMPTY_CONTACT, channel)).toBeNull();
    },
  );
});
