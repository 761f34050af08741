import fc from 'fast-check';
import { type ContactState, applyInput, EMPTY_CONTACT, identifiersIn } from '../../../../core/contacts/input';

const ada: ContactState = {
  ...EMPTY_CONTACT,
  emails: ['ada@example.org'],
  phones: ['+15005550006'],
  externalId: 'ada',
  name: 'Ada',
  pushTokens: ['one'],
  meta: { plan: 'pro', seats: 2 },
};

describe('an input applied to a contact', () => {
  it('changes only what it carries', () => {
    expect(applyInput(ada, {})).toEqual(ada);
    expect(applyInput(ada, { name: 'Ada King' })).toEqual({ ...ada, name: 'Ada King' });
  });

  it('puts a new address to the front and keeps the older ones', () => {
    const next = applyInput(ada, { email: 'king@example.org', phone: '+15005550007' });
    expect(next.emails).toEqual(['king@example.org', 'ada@example.org']);
    expect(next.phones).toEqual(['+15005550007', '+15005550006']);
  });

  it('puts an address that it knew to the front, once', () => {
    const two = applyInput(ada, { email: 'king@example.org' });
    expect(applyInput(two, { email: 'ada@example.org' }).emails).toEqual([
      'ada@example.org',
      'king@example.org',
    ]);
  });

  it('RECIPIENT-17: leaves an address that it knew where it was, if a send carries it', () => {
    const two = applyInput(ada, { email: 'king@example.org', phone: '+15005550007' });
    const carried = { email: 'ada@example.org', phone: '+15005550006' };
    expect(applyInput(two, carried, { reorders: false })).toEqual(two);
    expect(applyInput(two, { email: 'new@example.org' }, { reorders: false }).emails[0]).toBe(
      'new@example.org',
    );
  });

  it('CONTACT-2: shows an address in the case in which it was given last', () => {
    expect(applyInput(ada, { email: 'Ada@example.org' }).emails).toEqual(['Ada@example.org']);
  });

  it.each(['emails', 'phones'] as const)(
    'CONTACT-4: keeps 50 %s and lets the oldest go for a new one',
    (field) => {
      const has = Array.from({ length: 50 }, (_, at) => `old${at}`);
      const full = { ...ada, [field]: has };
      const after = (value: string) => applyInput(full, { [field.slice(0, -1)]: value })[field];
      expect(after('new')).toEqual(['new', ...has.slice(0, 49)]);
      expect(after('old49')).toEqual(['old49', ...has.slice(0, 49)]);
      expect(applyInput(full, { name: 'Ada' })[field]).toEqual(has);
    },
  );

  it('takes nothing from a contact that has more from before, until another address comes', () => {
    const full = { ...ada, emails: Array.from({ length: 60 }, (_, at) => `old${at}`) };
    expect(applyInput(full, { email: 'old59' }).emails).toHaveLength(60);
    expect(applyInput(full, { email: 'new' }).emails).toHaveLength(50);
  });

  it('clears with null: all addresses, the field, all metadata', () => {
    const cleared = applyInput(ada, { email: null, phone: null, externalId: null, name: null, meta: null });
    expect(cleared).toEqual({ ...EMPTY_CONTACT, pushTokens: ['one'] });
  });

  it('adds tokens up to 100 and lets the oldest go, but none of those that it adds', () => {
    const tokens = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`);
    const full = { ...ada, pushTokens: tokens(100, 'old') };
    const after = (added: string[]) => applyInput(full, { pushTokens: added }).pushTokens;
    expect(after(['new'])).toEqual([...full.pushTokens.slice(1), 'new']);
    expect(after(['old0', 'new'])).toEqual(['old0', ...full.pushTokens.slice(2), 'new']);
    expect(after(tokens(100, 'new'))).toEqual(tokens(100, 'new'));
    expect(
      applyInput({ ...ada, pushTokens: tokens(99, 'old') }, { pushTokens: ['new'] }).pushTokens,
    ).toHaveLength(100);
  });

  it('asks of each identifier whether the contact may have it, with its kind and value', () => {
    const asked: unknown[] = [];
    const input = { email: 'king@example.org', phone: '+15005550007', externalId: 'king' };
    const mayClaim = (identifier: unknown): boolean => {
      asked.push(identifier);
      return false;
    };
    const next = applyInput(ada, input, { mayClaim });
    expect(asked).toEqual([
      { kind: 'email', value: 'king@example.org' },
      { kind: 'phone', value: '+15005550007' },
      { kind: 'external_id', value: 'king' },
    ]);
    expect(next).toEqual(ada);
  });

  it('merges metadata key by key', () => {
    expect(applyInput(ada, { meta: { plan: 'free', city: null } }).meta).toEqual({
      plan: 'free',
      seats: 2,
      city: null,
    });
  });

  it('reads the reserved keys of its metadata, each in its one form, and null takes one out', () => {
    const meta = { language: 'pt_BR', timezone: 'Asia/Tokyo', telegram: 4711, discord: '815' };
    const known = applyInput(ada, { meta });
    const read = { ...meta, language: 'pt-BR', telegram: '4711' };
    expect(known).toEqual({ ...ada, ...read, meta: { ...ada.meta, ...meta } });
    const { timezone: _timezone, ...left } = meta;
    expect(applyInput(known, { meta: { timezone: null } })).toEqual({
      ...{ ...known, timezone: null },
      meta: { ...ada.meta, ...left },
    });
    expect(applyInput(known, { meta: null })).toEqual({ ...ada, meta: {} });
  });

  it('takes all push tokens away for null', () => {
    expect(applyInput(ada, { pushTokens: null }).pushTokens).toEqual([]);
    expect(applyInput(ada, { pushTokens: [] }).pushTokens).toEqual(['one']);
  });

  it('adds push tokens, each once', () => {
    expect(applyInput(ada, { pushTokens: ['two', 'one', 'two'] }).pushTokens).toEqual(['one', 'two']);
  });

  it('leaves an identifier that is someone else’s with them', () => {
    const next = applyInput(
      ada,
      { email: 'theirs@example.org', phone: '+15005550007', externalId: 'theirs', name: 'Eve' },
      { mayClaim: ({ value }) => value === '+15005550007' },
    );
    expect(next).toEqual({ ...ada, phones: ['+15005550007', '+15005550006'], name: 'Eve' });
  });

  it('does not change the contact that it was given', () => {
    const before = structuredClone(ada);
    applyInput(ada, { email: 'x@example.org', meta: { plan: 'x' }, pushTokens: ['x'], name: null });
    expect(ada).toEqual(before);
  });

  it('applied twice is applied once', () => {
    const email = fc.option(fc.constantFrom('a@example.org', 'b@example.org'), { nil: undefined });
    const text = fc.option(fc.string(), { nil: null });
    fc.assert(
      fc.property(email, text, fc.array(fc.string()), (mail, name, pushTokens) => {
        const input = { email: mail, name, pushTokens };
        const once = applyInput(ada, input);
        expect(applyInput(once, input)).toEqual(once);
      }),
    );
  });
});

describe('the identifiers of an input', () => {
  it('come with external_id first, then email, then phone', () => {
    const identifiers = identifiersIn({
      pushTokens: ['one', 'two'],
      meta: { discord: '815', telegram: 4711, language: 'sv' },
      slack: 'U12345678',
      phone: '+15005550006',
      email: 'ada@example.org',
      externalId: 'ada',
    });
    expect(identifiers.map(({ kind, value }) => `${kind}:${value}`)).toEqual([
      'external_id:ada',
      'email:ada@example.org',
      'phone:+15005550006',
      'slack:U12345678',
      'telegram:4711',
      'discord:815',
      'push:one',
      'push:two',
    ]);
  });

  it('are none where it clears them or carries other fields', () => {
    expect(identifiersIn({ email: null, phone: null, externalId: null, name: 'Ada', meta: {} })).toEqual([]);
  });
});
