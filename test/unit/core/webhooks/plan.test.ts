import { attemptsOf, EXTENDED_MS, meaningOf, nextAttemptAt } from '../../../../core/webhooks/plan';

test.each([
  [404, 'permanent', 'retry'],
  [408, 'permanent', 'retry'],
  [425, 'permanent', 'retry'],
  [429, 'permanent', 'retry'],
  [410, 'permanent', 'gone'],
  [400, 'permanent', 'permanent'],
  [301, 'permanent', 'permanent'],
  [200, 'success', 'success'],
  [503, 'retry', 'retry'],
])(
  'WEBHOOK-39, WEBHOOK-40: %i is %s in the standard plan and %s in the extended one',
  (status, standard, extended) => {
    expect(meaningOf('standard', { kind: 'answered', status })).toBe(standard);
    expect(meaningOf('extended', { kind: 'answered', status })).toBe(extended);
  },
);

test('WEBHOOK-39: the extended plan has 10 attempts in 3 days', () => {
  expect([attemptsOf('standard'), attemptsOf('extended')]).toEqual([6, 10]);
  let now = 0;
  for (let attempts = 1; attempts < 10; attempts += 1)
    now = nextAttemptAt('extended', { attempts, firstAt: 0 }, now, 0.5) ?? NaN;
  expect(now).toBe(3 * 86_400_000);
  expect(nextAttemptAt('extended', { attempts: 10, firstAt: 0 }, 1000, 0.5)).toBeNull();
});

test.each([
  ['nothing longer', 1, 5_000, 0, 10_000],
  ['a longer wait', 1, 60_000, 0, 60_000],
  ['more than the plan has', 1, 9e9, 0, EXTENDED_MS],
  ['more, when the plan is over', 3, 60_000, EXTENDED_MS, null],
])('WEBHOOK-39: Retry-After of %s', (_what, attempts, retryAfterMs, now, at) => {
  expect(nextAttemptAt('extended', { attempts, firstAt: 0, retryAfterMs }, now, 0.5)).toBe(at);
});

test('a wait is within a tenth, and the standard plan ignores Retry-After', () => {
  expect(nextAttemptAt('extended', { attempts: 2, firstAt: 0 }, 0, 0)).toBe(31_500);
  expect(nextAttemptAt('standard', { attempts: 1, firstAt: 0, retryAfterMs: 60_000 }, 0, 0.5)).toBe(10_000);
});
