import { dialPrefixOf } from '../../../../core/contacts/phone';
import {
  guardCounts,
  guardedPrefix,
  isPumped,
  type MinuteCounts,
  minuteOf,
  pastMinutes,
} from '../../../../core/caps/sms-guard';
import { smsGuard } from '../../../../core/caps/sms-guard-shape';

const NOW = new Date('2026-03-01T09:00:30.000Z');
/** By age in minutes. */
const aged = (counts: Record<number, { sent?: number; followed?: number }>): MinuteCounts =>
  Object.fromEntries(Object.entries(counts).map(([age, one]) => [minuteOf(NOW) - Number(age), one]));

test.each<[string, MinuteCounts, [number, number]]>([
  ['of the last two minutes do not count', aged({ 0: { sent: 9 }, 2: { sent: 9 } }), [0, 0]],
  ['count from then on, for ten minutes', aged({ 3: { sent: 5 }, 10: { sent: 2 }, 11: { sent: 9 } }), [7, 0]],
  ['count with their follow-ups', aged({ 3: { sent: 5, followed: 2 }, 4: { sent: 1 } }), [6, 2]],
  ['count no follow-up of what was not counted', aged({ 3: { sent: 5 }, 4: { followed: 3 } }), [5, 0]],
])('CAP-12: SMS %s', (_, minutes, [sent, followed]) => {
  expect(guardCounts(minutes, NOW)).toEqual({ sent, followed });
});

test('a counter drops what does not count any more, and nothing else', () => {
  const past = pastMinutes(NOW);
  expect(guardCounts(Object.fromEntries(past.map((minute) => [minute, { sent: 1 }])), NOW).sent).toBe(0);
  expect(past).not.toContain(minuteOf(NOW) - 10);
});

test.each<[number, number, boolean]>([
  [20, 5, true],
  [20, 6, false],
  [19, 0, false],
  [0, 0, false],
])('CAP-12: a prefix with %i SMS and %i follow-ups is held: %s', (sent, followed, is) => {
  expect(isPumped({ share: 0.7, atLeast: 20 }, { sent, followed })).toBe(is);
});

test.each([
  ['+447400123456', '+44'],
  ['+18761234567', '+1876'],
  ['+12025550123', '+1202'],
  ['+99365123456', '+993'],
])('CAP-12: %s counts for %s', (address, prefix) => {
  expect(dialPrefixOf(address)).toBe(prefix);
});

test('the guard watches SMS of its events only', () => {
  const guard = { events: ['verify'], share: 0.7, atLeast: 20, holdMinutes: 30 };
  const sms = { channel: 'sms', address: '+447400123456' } as const;
  expect([
    guardedPrefix(guard, 'verify', sms),
    guardedPrefix(guard, 'other', sms),
    guardedPrefix(guard, 'verify', { ...sms, channel: 'whatsapp' }),
    guardedPrefix(guard, 'verify', { ...sms, address: null }),
    guardedPrefix(null, 'verify', sms),
  ]).toEqual(['+44', null, null, null, null]);
});

test('CAP-11: a guard has defaults', () => {
  expect(smsGuard.parse({ events: ['verify'] })).toEqual({
    ...{ events: ['verify'], share: 0.7, at_least: 20, hold_minutes: 30 },
  });
});
