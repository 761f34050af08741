import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { createDeliver } from '../../../../activities/deliver/deliver';
import type { ActivityDeps } from '../../../../activities/deps';

const FIRST_AT = Date.UTC(2026, 10, 28, 12, 0, 0);
const input = {
  ...{ notificationId: 'n', contactId: 'c', step: 's', dueAt: FIRST_AT, retryForMs: 1 },
  after: 'close',
} as const;

/** Runs an attempt whose claim throws, perhaps after it was cancelled, and returns what it fails with. */
function failureOf(
  thrown: Error,
  attempt: number,
  waitedMs: number,
  { isCancelled = false } = {},
): Promise<unknown> {
  const claims = {
    claim: () => {
      if (isCancelled) environment.cancel();
      return Promise.reject(thrown);
    },
  };
  const deps = { store: { now: () => new Date(FIRST_AT), claims } } as unknown as ActivityDeps;
  const info = {
    ...{ attempt, scheduledTimestampMs: FIRST_AT },
    currentAttemptScheduledTimestampMs: FIRST_AT + waitedMs,
  };
  const environment = new MockActivityEnvironment(info, { logger: new DefaultLogger('ERROR') });
  return environment.run(createDeliver(deps), input).then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error,
  );
}

test.each([
  { attempt: 1, waitedMs: 0, delayMs: 1_000 },
  { attempt: 13, waitedMs: 25_000, delayMs: 25_000 },
  { attempt: 13, waitedMs: 3_600_000, delayMs: 120_000 },
])(
  'an error that nobody expected at attempt $attempt, after $waitedMs ms, waits $delayMs ms',
  async ({ attempt, waitedMs, delayMs }) => {
    const failure = await failureOf(new TypeError('x is not a function'), attempt, waitedMs);
    expect(failure).toBeInstanceOf(ApplicationFailure);
    expect(failure).toMatchObject({
      ...{ type: 'TypeError', message: 'x is not a function', nextRetryDelay: delayMs, nonRetryable: false },
    });
  },
);

test('a failure with a delay of its own, and a cancel, stay as they are', async () => {
  const failure = ApplicationFailure.create({ message: 'm', type: 'IN_FLIGHT', nextRetryDelay: 2_000 });
  expect(await failureOf(failure, 13, 25_000)).toBe(failure);
  expect(failure.nextRetryDelay).toBe(2_000);
  const cancelled = new CancelledFailure('the worker stops');
  expect(await failureOf(cancelled, 13, 25_000)).toBe(cancelled);
  // Temporal's worker knows such an error for a cancel.
  const aborted = new DOMException('This operation was aborted', 'AbortError');
  expect(await failureOf(aborted, 13, 25_000, { isCancelled: true })).toBe(aborted);
});
