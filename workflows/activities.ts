import { ActivityCancellationType, proxyActivities } from '@temporalio/workflow';
import type { Activities } from './activities-contract';

/**
 * A send. Its own deadline lies below `startToCloseTimeout`, for past that Temporal gives up on an attempt
 * that may still send. The retries end by `retry_for`, which the claim checks, not by a count.
 */
export const { deliver } = proxyActivities<Activities>({
  startToCloseTimeout: '60s',
  heartbeatTimeout: '10s',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '2m' },
});

/** Reads and writes that must happen, however long the database is away. */
export const { close, checkCondition, nextTime, joinDigest, closeDigest, awaitReceipt, noteWaiting } =
  proxyActivities<Activities>({
    startToCloseTimeout: '30s',
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
  });

/** Long passes over a contact's data or over what crashes left behind. */
export const { purgeContact, sweep } = proxyActivities<Activities>({
  startToCloseTimeout: '5m',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** An e-mail to the owner of an application: the SMTP server may be away for long. */
export const { tellOwner } = proxyActivities<Activities>({
  startToCloseTimeout: '60s',
  retry: { initialInterval: '10s', backoffCoefficient: 2, maximumInterval: '1h' },
});

/** A part of what retention removes: 20 s of work, and what a batch may take beyond; the next run repeats what failed. */
export const { removeOld } = proxyActivities<Activities>({
  startToCloseTimeout: '2m',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m', maximumAttempts: 15 },
});
