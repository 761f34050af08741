import { ActivityCancellationType, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import { LOST_RETRY } from '../core/sending/send-retry';
import type { Activities } from './activities-contract';

/**
 * Sends a message. Its own deadline is below `startToCloseTimeout`, because after that Temporal starts another attempt while
 * this one may still send.
 */
export const { deliver } = proxyActivities<Activities>({
  startToCloseTimeout: '60s',
  heartbeatTimeout: '10s',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: LOST_RETRY,
});

/**
 * Sends a message, or a webhook event, in the workflow's own task, which saves an activity's task and three events. It answers after three seconds at
 * the latest, before Temporal renews the task, because cancels and signals of the run wait for it.
 */
export const { deliverFirst, tellWebhookFirst } = proxyLocalActivities<Activities>({
  startToCloseTimeout: '5s',
  scheduleToCloseTimeout: '6s',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { maximumAttempts: 1 },
});

/** Reads and writes that are retried for as long as the database is unavailable. */
export const {
  close,
  checkCondition,
  nextTime,
  joinDigest,
  closeDigest,
  awaitReceipt,
  noteWaiting,
  reportSandbox,
} = proxyActivities<Activities>({
  startToCloseTimeout: '30s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** Long passes over a contact's data, or over what crashes have left. */
export const { purgeContact, sweep } = proxyActivities<Activities>({
  startToCloseTimeout: '5m',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** Sends an e-mail to the owner of an application: the SMTP server may be unavailable for long. */
export const { tellOwner } = proxyActivities<Activities>({
  startToCloseTimeout: '60s',
  retry: { initialInterval: '10s', backoffCoefficient: 2, maximumInterval: '1h' },
});

/** Accepts the recipients of a run of a schedule. It is retried while the database is unavailable. */
export const { runSchedule } = proxyActivities<Activities>({
  startToCloseTimeout: '5m',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** Signals the notifications that a pause holds. It is retried while Temporal or the database is unavailable. */
export const { releaseHeld } = proxyActivities<Activities>({
  startToCloseTimeout: '2m',
  heartbeatTimeout: '15s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
});

/** Does one page of a job. It is retried for as long as the database is unavailable. */
export const { runJobPage } = proxyActivities<Activities>({
  startToCloseTimeout: '5m',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
  summary: 'Page of a job',
});

/** Reaches recipients of a broadcast for about a minute. It is retried for as long as the database is unavailable. */
export const { runBroadcast } = proxyActivities<Activities>({
  startToCloseTimeout: '5m',
  heartbeatTimeout: '10s',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
  summary: 'Pages of a broadcast',
});

/** Removes old data for 20 s and the time of the last batch. The next run of retention repeats what failed. */
export const { removeOld } = proxyActivities<Activities>({
  startToCloseTimeout: '2m',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m', maximumAttempts: 15 },
});

/** Attempts the events in an endpoint's queue. */
export const { drainWebhooks } = proxyActivities<Activities>({
  startToCloseTimeout: '60s',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '10s', backoffCoefficient: 2, maximumInterval: '160s' },
  summary: 'Events that wait',
});
