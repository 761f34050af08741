import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { createDeliver } from '../../../../activities/deliver/deliver';
import { failedFirstOf } from '../../../../activities/deliver/failed-first';
import type { ActivityDeps } from '../../../../activities/deps';
import type { FailedFirst } from '../../../../core/sending/failed-first';
import type { DeliverInput } from '../../../../workflows/activities-contract';

const NOW = Date.UTC(2026, 10, 28, 12, 0, 0);
const deps = { store: { now: () => new Date(NOW) } } as ActivityDeps;
const deliver = createDeliver(deps);
const input = {
  notificationId: 'n',
  contactId: 'c',
  step: 's',
  dueAt: NOW,
  retryForMs: 1,
  after: 'close',
} as const;

const repeated = async (failed: FailedFirst): Promise<ApplicationFailure> => {
  const of: DeliverInput = { ...input, failed };
  return new MockActivityEnvironment({ attempt: 1 }, { logger: new DefaultLogger('ERROR') })
    .run(deliver, of)
    .then(
      () => Promise.reject(new Error('it did not fail')),
      (error: unknown) => error as ApplicationFailure,
    );
};

test.each([
  { begins: 'at once', dueInMs: 10_000, waits: 10_000 },
  { begins: 'eight seconds late', dueInMs: 2_000, waits: 2_000 },
  { begins: 'after the time of the second attempt', dueInMs: -500, waits: 1 },
  { begins: 'after the clock was set back by an hour', dueInMs: 3_600_000, waits: 10_000 },
])(
  'a second attempt comes when its first one said, if its workflow begins $begins',
  async ({ dueInMs, waits }) => {
    const failed = {
      code: 'PROVIDER_ERROR',
      message: 'postmark rests',
      delayMs: 10_000,
      dueAt: NOW + dueInMs,
    };
    expect(await repeated(failed)).toMatchObject({
      type: 'PROVIDER_ERROR',
      message: 'postmark rests',
      nextRetryDelay: waits,
    });
  },
);

test('a first attempt of an older release says only how long it waits', async () => {
  expect(await repeated({ code: 'TIMEOUT', message: 'no answer', delayMs: 4_000 })).toMatchObject({
    nextRetryDelay: 4_000,
  });
});

test('a first attempt that fails says when the second one is due', () => {
  const failure = ApplicationFailure.create({ type: 'TIMEOUT', message: 'no answer', nextRetryDelay: 4_000 });
  expect(failedFirstOf(deps, failure)).toEqual({
    ...{ code: 'TIMEOUT', message: 'no answer', delayMs: 4_000, dueAt: NOW + 4_000 },
  });
});
