import { type NamedProvider, providerName } from '../../../../core/sending/provider-name';

test.each<[NamedProvider, string | null]>([
  [{ provider: 'smtp', id: 'i-1', name: 'relay-main' }, 'smtp (relay-main)'],
  [{ provider: 'smtp', id: 'i-1', name: 'smtp' }, 'smtp'],
  [{ provider: 'smtp', id: 'i-1', name: null }, 'smtp (i-1)'],
  [{ provider: 'smtp', id: 'service_smtp' }, 'smtp (service_smtp)'],
  [{ provider: 'push', id: 'push' }, 'push'],
  [{ provider: 'smtp' }, 'smtp'],
  [{ id: 'i-1', name: 'relay-main' }, 'relay-main'],
  [{ id: 'i-1' }, 'i-1'],
  [{}, null],
])('%j is named %p', (of, name) => {
  expect(providerName(of)).toBe(name);
});
