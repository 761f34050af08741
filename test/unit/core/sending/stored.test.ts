import { errorCodeOf } from '../../../../core/sending/delivery-error';
import { overridesOf } from '../../../../core/sending/overrides';

test('a stored error code is itself, or PROVIDER_ERROR if this release does not know it', () => {
  expect(['HARD_BOUNCE', 'EXPIRED', 'OF_ANOTHER_RELEASE', ''].map(errorCodeOf)).toEqual([
    ...['HARD_BOUNCE', 'EXPIRED', 'PROVIDER_ERROR', 'PROVIDER_ERROR'],
  ]);
});

test('stored overrides are read, and without any there are none', () => {
  expect(overridesOf({ overrides: '{"sms":{"sender_id":"MYAPP"}}' })).toEqual({
    sms: { sender_id: 'MYAPP' },
  });
  expect(overridesOf({ overrides: null })).toEqual({});
});
