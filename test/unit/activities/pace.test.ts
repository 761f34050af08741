import { createPace } from '../../../activities/deliver/pace';

const SEND = { applicationId: 'a', environment: 'production', event: 'welcome', step: 'send-1' } as const;

afterEach(() => jest.useRealTimers());

/** A pace after attempts of which each was smooth or not. */
function paceAfter(...attempts: boolean[]) {
  const pace = createPace();
  for (const smooth of attempts) pace.begin(SEND)(smooth);
  return pace;
}

test.each([
  ['nothing is known', [], false],
  ['one attempt was quick', [true], true],
  ['the last attempt failed', [true, true, false], false],
  ['one of the last 20 failed', [false, ...Array<boolean>(19).fill(true)], true],
  ['two of the last 20 failed', [false, false, ...Array<boolean>(18).fill(true)], false],
  ['two failed, one of them earlier', [false, false, ...Array<boolean>(19).fill(true)], true],
])('if %s, the SEND is quick or not', (_what, attempts, isQuick) => {
  expect(paceAfter(...attempts).isQuick(SEND)).toBe(isQuick);
});

test('another SEND, event, environment or application is not known by it', () => {
  const pace = paceAfter(true);
  const others = [{ step: 'b' }, { event: 'b' }, { environment: 'sandbox' as const }, { applicationId: 'b' }];
  expect(others.map((other) => pace.isQuick({ ...SEND, ...other }))).toEqual([false, false, false, false]);
});

test('an attempt that takes a second is slow before it ends, and counts once', () => {
  jest.useFakeTimers();
  const pace = paceAfter(true);
  const end = pace.begin(SEND);
  jest.advanceTimersByTime(999);
  expect(pace.isQuick(SEND)).toBe(true);
  jest.advanceTimersByTime(1);
  expect(pace.isQuick(SEND)).toBe(false);
  end(true);
  expect(pace.isQuick(SEND)).toBe(false);
  pace.begin(SEND)(true);
  expect(pace.isQuick(SEND)).toBe(true);
});
