import { expecting } from '../../../dashboard/src/api/expecting';
import type { Application } from '../../../dashboard/src/api/types';
import { stillTyped } from '../../../dashboard/src/parts/use-draft';

describe('a change of settings', () => {
  it('says what its lists and objects were, and nothing of the others', () => {
    const read = { sms_guard: null, brand: { name: 'A' }, daily_quota: 5 } as unknown as Application;
    const changes = { sms_guard: { events: ['verify'] }, daily_quota: 6 };
    expect(expecting(read, changes)).toEqual({ ...changes, expected_sms_guard: null });
    expect(expecting(read, { brand: {} })).toEqual({ brand: {}, expected_brand: { name: 'A' } });
  });

  it('keeps what was typed in fields that nobody else has changed', () => {
    const before = { events: 'a', channels: ['email'], share: 70 };
    const typed = { events: 'a, b', channels: ['sms'], share: 50 };
    expect(stillTyped(typed, before, { events: 'a, c', channels: ['email'], share: 70 })).toEqual({
      ...{ channels: ['sms'], share: 50 },
    });
  });
});
