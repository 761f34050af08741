import { expiryOf } from '../../../../api/admin/keys/view';

beforeEach(() => jest.useFakeTimers({ now: new Date('2027-03-01T08:00:00Z') }));
afterEach(() => jest.useRealTimers());

test('a key expires in the future, or never', () => {
  const later = new Date('2027-03-01T08:00:00.001Z');
  expect(expiryOf({ expires_at: later })).toBe(later);
  expect(expiryOf({ expires_at: null })).toBeNull();
  expect(expiryOf({})).toBeNull();
});

test('no key is made that has expired', () => {
  expect(() => expiryOf({ expires_at: new Date('2027-03-01T08:00:00Z') })).toThrow(
    'expires_at must be in the future.',
  );
});
