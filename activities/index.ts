import type { Activities } from '../workflows/activities-contract';
import { createAwaitReceipt } from './sequences/await-receipt';
import { createCheckCondition } from './sequences/check-condition';
import { createClose } from './sequences/close';
import { createCloseDigest } from './digests/close-digest';
import { createDeliver } from './deliver/deliver';
import { createDeliverFirst } from './deliver/deliver-first';
import type { ActivityDeps } from './deps';
import { createDrainWebhooks } from './webhooks/drain-webhooks';
import { createRunBroadcast } from './broadcasts/run-broadcast';
import { createRunJobPage } from './jobs/run-job-page';
import { createJoinDigest } from './digests/join-digest';
import { createNextTime } from './sequences/next-time';
import { createNoteWaiting } from './sequences/note-waiting';
import { createPurgeContact } from './maintenance/purge-contact';
import { createReportSandbox } from './receipts/report-sandbox';
import { createReleaseHeld } from './maintenance/release-held';
import { createRemoveOld } from './maintenance/remove-old';
import { createRunSchedule } from './schedules/run-schedule';
import { createSweep } from './maintenance/sweep';
import { createNotifyOwner } from './webhooks/notify-owner';
import { createDeliverWebhook } from './webhooks/deliver-webhook';
import { createFirstDelivery } from './webhooks/first-delivery';

/** Creates all activities. Their names are registered with Temporal. */
export function createActivities(deps: ActivityDeps): Activities {
  const firstDelivery = createFirstDelivery(deps);
  return {
    deliver: createDeliver(deps),
    deliverFirst: createDeliverFirst(deps, firstDelivery),
    checkCondition: createCheckCondition(deps),
    nextTime: createNextTime(deps),
    joinDigest: createJoinDigest(deps),
    closeDigest: createCloseDigest(deps),
    awaitReceipt: createAwaitReceipt(deps),
    close: createClose(deps),
    noteWaiting: createNoteWaiting(deps),
    tellWebhook: createDeliverWebhook(deps),
    tellWebhookFirst: firstDelivery.tellWebhookFirst,
    drainWebhooks: createDrainWebhooks(deps),
    purgeContact: createPurgeContact(deps),
    sweep: createSweep(deps),
    removeOld: createRemoveOld(deps),
    tellOwner: createNotifyOwner(deps),
    reportSandbox: createReportSandbox(deps),
    runSchedule: createRunSchedule(deps),
    releaseHeld: createReleaseHeld(deps),
    runJobPage: createRunJobPage(deps),
    runBroadcast: createRunBroadcast(deps),
  };
}
