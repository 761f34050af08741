import { msToTs } from '@temporalio/common/lib/time';
import { temporal } from '@temporalio/proto';
import { pendingIn } from '../../../temporal/progress';

const { PENDING_ACTIVITY_STATE_SCHEDULED: SCHEDULED, PENDING_ACTIVITY_STATE_STARTED: STARTED } =
  temporal.api.enums.v1.PendingActivityState;
type Pending = Parameters<typeof pendingIn>[0][number];

const time = (seconds: number) => msToTs(seconds * 1000);
const deliver: Pending = { activityType: { name: 'deliver' }, state: SCHEDULED };
const other: Pending = { activityType: { name: 'deliverWebhook' }, state: STARTED, lastStartedTime: time(9) };

test.each<[string, Pending[], object | null]>([
  ['nothing', [], null],
  ['a send in its queue', [deliver], { name: 'deliver', state: 'queued', nextAt: null, failure: null }],
  [
    'a send that failed',
    [{ ...deliver, nextAttemptScheduleTime: time(5), lastFailure: { message: 'send over email TIMEOUT' } }],
    {
      state: 'retried',
      nextAt: new Date(5000),
      failure: { timedOut: false, message: 'send over email TIMEOUT' },
    },
  ],
  [
    'a send whose worker died',
    [{ ...deliver, lastFailure: { message: 'activity Heartbeat timeout', timeoutFailureInfo: {} } }],
    { state: 'queued', failure: { timedOut: true } },
  ],
  [
    'a paused send',
    [{ ...deliver, paused: true, nextAttemptScheduleTime: time(5) }],
    { state: 'paused', nextAt: null },
  ],
  [
    'a send that was paused while it is with its provider',
    [{ ...deliver, state: STARTED, paused: true, lastStartedTime: time(7) }],
    { state: 'running', startedAt: new Date(7000), nextAt: null },
  ],
  ['a send beside the delivery of a webhook', [other, deliver], { name: 'deliver' }],
  ['no send', [other], { name: 'deliverWebhook', startedAt: new Date(9000) }],
])('a workflow that waits for %s', (_what, activities, expected) => {
  const found = pendingIn(activities);
  if (expected === null) expect(found).toBeNull();
  else expect(found).toMatchObject(expected);
});
