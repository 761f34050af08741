import { reservedIn, reservedMetadata, withStored } from '../../../../core/contacts/reserved-metadata';

const none = { language: null, timezone: null, telegram: null, discord: null };

test('each reserved key is read in its one form, what is not valid counts as absent', () => {
  expect(reservedMetadata({})).toEqual(none);
  expect(
    reservedMetadata({ language: 'pt_br', timezone: 'Mars/Olympus', telegram: 12, discord: null }),
  ).toEqual({
    ...none,
    language: 'pt-BR',
    telegram: '12',
  });
  expect(reservedIn(Object.create({ language: 'sv' }) as Record<string, unknown>, 'language')).toBeNull();
});

test('what an earlier release stored beside it counts where it is not valid', () => {
  expect(reservedIn({ language: 'nonsense' }, 'language', 'sv')).toBe('sv');
  expect(reservedIn({ language: 'en' }, 'language', 'sv')).toBe('en');
  expect(reservedIn({ timezone: 'Mars/Olympus' }, 'timezone', 'Mars/Olympus')).toBe('Mars/Olympus');
  expect(reservedIn({ language: null }, 'language', 'sv')).toBeNull();
  expect(reservedMetadata({ timezone: 5 }, { timezone: 'UTC' })).toEqual({ ...none, timezone: 'UTC' });
});

test('what is stored beside it alone is added, and nothing else is changed', () => {
  const meta = { tier: 'gold', language: 'en', discord: null };
  const stored = { ...none, language: 'sv', telegram: '12', discord: '34' };
  expect(withStored(meta, stored)).toEqual({ ...meta, telegram: '12' });
  expect(withStored(meta, none)).toEqual(meta);
});
