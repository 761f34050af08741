import { causeOf, failureKey, failureKeysOf, lastFailureOf } from '../../../../core/sending/failure-keys';
import { wasHandedOver } from '../../../../core/shared/statuses';
import { isUnsettled, mayBeOut } from '../../../../core/sending/unknown-outcome';

describe('what a failure is found by', () => {
  test('its code, who made the attempt, and both', () => {
    expect(failureKeysOf('HARD_BOUNCE', { provider: 'smtp', providerId: 'account' })).toEqual([
      ...['HARD_BOUNCE@', '@smtp', 'HARD_BOUNCE@smtp', '@account', 'HARD_BOUNCE@account'],
    ]);
  });

  test('a provider that is its own account is named once', () => {
    expect(failureKeysOf('EXPIRED', { provider: 'sandbox', providerId: 'sandbox' })).toEqual([
      ...['EXPIRED@', '@sandbox', 'EXPIRED@sandbox'],
    ]);
  });

  test('one that expired also what its last attempt failed with', () => {
    const last = { provider: 'smtp', providerId: 'account', code: 'UNAUTHORIZED' };
    expect(failureKeysOf('EXPIRED', last)).toEqual([
      ...['EXPIRED@', 'UNAUTHORIZED@', '@smtp', 'EXPIRED@smtp', 'UNAUTHORIZED@smtp'],
      ...['@account', 'EXPIRED@account', 'UNAUTHORIZED@account'],
    ]);
    expect(failureKeysOf('EXPIRED', { provider: null, code: null })).toEqual(['EXPIRED@']);
    expect(failureKeysOf('REJECTED', { provider: null, code: 'TIMEOUT' })).toEqual(['REJECTED@']);
  });

  test.each([[null], [undefined], [{ provider: null }], [{ provider: null, providerId: null }]])(
    'where nobody made one (%p), its code alone',
    (at) => {
      expect(failureKeysOf('NO_PROVIDER', at)).toEqual(['NO_PROVIDER@']);
    },
  );

  test('its last attempt, or the rest of its provider if that began later', () => {
    const [first, last, before, later] = [1, 3, 2, 4].map((ms) => ({ at: new Date(ms) }));
    expect(lastFailureOf({ attempts: [first!, last!] })).toBe(last);
    expect(lastFailureOf({ attempts: [first!, last!], rest: before! })).toBe(last);
    expect(lastFailureOf({ attempts: [first!, last!], rest: later! })).toBe(later);
    expect(lastFailureOf({ attempts: [last!], rest: { at: new Date(3) } })).toBe(last);
    expect(lastFailureOf({ attempts: [], rest: later! })).toBe(later);
    expect(lastFailureOf({ attempts: [] })).toBeUndefined();
    expect(causeOf('EXPIRED', undefined)).toBeNull();
  });

  test('a query has the key of what it asks for', () => {
    expect(failureKey({})).toBeNull();
    expect(failureKey({ provider: 'smtp' })).toBe('@smtp');
    expect(failureKey({ errorCode: 'EXPIRED' })).toBe('EXPIRED@');
    expect(failureKey({ provider: 'smtp', errorCode: 'EXPIRED' })).toBe('EXPIRED@smtp');
  });
});

describe('a message that nobody knows of whether it went out', () => {
  const attempt = (outcome: string, mayHaveSent?: boolean) => ({ outcome, mayHaveSent });

  test('it may have gone out while it is queued, if any attempt may have sent it', () => {
    const attempts = [attempt('unknown'), attempt('transient')];
    expect(mayBeOut({ status: 'queued', attempts })).toBe(true);
    expect(mayBeOut({ status: 'queued', attempts: [attempt('transient', true)] })).toBe(true);
    expect(
      mayBeOut({ status: 'queued', attempts: [attempt('transient'), attempt('rate_limited', false)] }),
    ).toBeFalsy();
    expect(mayBeOut({ status: 'queued', attempts: [] })).toBe(false);
    expect(mayBeOut({ status: 'failed', attempts })).toBe(false);
    expect(mayBeOut({ status: 'sent', attempts })).toBe(false);
  });

  test('its last attempt is unsettled until an operator has it sent again', () => {
    const [lost, tried] = [
      { id: 'a', outcome: 'unknown' },
      { id: 'b', outcome: 'transient' },
    ];
    expect(isUnsettled({ attempts: [tried, lost] })).toBe(true);
    expect(isUnsettled({ attempts: [tried, lost], repeatOf: null })).toBe(true);
    expect(isUnsettled({ attempts: [tried, lost], repeatOf: 'b' })).toBe(true);
    expect(isUnsettled({ attempts: [tried, lost], repeatOf: 'a' })).toBe(false);
    expect(isUnsettled({ attempts: [lost, tried] })).toBe(false);
    expect(isUnsettled({ attempts: [] })).toBe(false);
  });
});

test('a message was handed over once a provider has taken it', () => {
  const handedOver = (['queued', 'sent', 'delivered', 'failed'] as const).map((status) =>
    wasHandedOver({ status }),
  );
  expect(handedOver).toEqual([false, true, true, false]);
});
