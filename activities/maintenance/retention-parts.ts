import { IMPORT_STATES, type ImportState } from '../../core/topics/import';
import type { RetentionCursor, RetentionStep } from '../../workflows/contract';
import type { Application } from '../../store/accounts/applications';
import type { ActivityDeps } from '../deps';

/** A part of a retention step: one application's share, or all of it. */
export interface RetentionPart {
  /** Empty if the step is not per application. */
  applicationId: string;
  /** Removes a batch. `next` is the position of the next one, or null after the last. */
  removeBatch(after: number, size: number): Promise<{ removed: number; next: number | null }>;
}

const DAY_MS = 86_400_000;
/** How long refused sends are kept, days. */
const REFUSALS_DAYS = 7;
/** How long the statistics of an hour are kept, days, unless those of a day are kept shorter. */
const HOURLY_DAYS = 35;
/** How long what has expired is kept, milliseconds, because a slow clock may still need it. */
const GRACE_MS = 60_000;

/** Returns the parts of a step from a cursor on. */
export async function partsOf(
  { store, keepDays }: ActivityDeps,
  step: RetentionStep,
  from: RetentionCursor | null,
): Promise<RetentionPart[]> {
  const { retention } = store;
  const now = Date.now();
  const before = (days: number): Date => new Date(now - days * DAY_MS);
  const whole = (remove: (size: number) => Promise<number>): RetentionPart[] => [
    { applicationId: '', removeBatch: counted(remove) },
  ];
  const perApplication = async (
    removerOf: (application: Application) => RetentionPart['removeBatch'],
  ): Promise<RetentionPart[]> => {
    const applications = (await store.applications.list()).sort((a, b) => (a._id < b._id ? -1 : 1));
    return applications
      .filter(({ _id }) => _id >= (from?.applicationId ?? ''))
      .map((application) => ({ applicationId: application._id, removeBatch: removerOf(application) }));
  };
  const notificationDays = (of: Application): number => of.keepNotificationsDays ?? keepDays.notifications;
  // Content is removed with its notification at the latest.
  const contentDays = (of: Application): number =>
    Math.min(of.keepContentDays ?? keepDays.content, notificationDays(of));

  switch (step) {
    case 'content':
      return perApplication((of) =>
        counted((size) => retention.removeContent(of._id, before(contentDays(of)), size)),
      );
    case 'notifications':
      return perApplication((of) =>
        counted((size) => retention.removeNotifications(of._id, before(notificationDays(of)), size)),
      );
    case 'batches':
      return perApplication((of) => async (after, size) => {
        const between = { after: new Date(after), before: before(contentDays(of)) };
        const { removed, looked, last } = await retention.removeBatches(of._id, between, size);
        return { removed, next: looked < size ? null : last.getTime() };
      });
    case 'webhook_deliveries':
      return whole((size) => retention.removeWebhookDeliveries(before(keepDays.webhookAttempts), size));
    case 'digests':
      return whole((size) => retention.removeDigests(before(keepDays.notifications), size));
    case 'audit':
      // Refused requests, jobs, versions and statistics go in the same step: a step of their own would change the workflow's commands.
      return [
        ...whole((size) => store.audit.removeOld(before(keepDays.audit), size)),
        ...whole((size) => store.jobResults.removeOld(before(keepDays.notifications), size)),
        ...whole((size) => store.jobs.removeOld(before(keepDays.notifications), size)),
        ...whole((size) => store.broadcasts.removeOld(before(keepDays.notifications), size)),
        ...whole((size) => store.preferenceChanges.removeOld(before(keepDays.preferenceChanges), size)),
        ...whole((size) => removeImports(store, IMPORT_STATES, before(keepDays.notifications), size)),
        // Files that did not come whole.
        ...whole((size) => removeImports(store, ['receiving'], before(1), size)),
        ...whole((size) => store.refusals.removeOld(before(REFUSALS_DAYS), size)),
        ...whole((size) => store.eventVersions.removeOld(before(keepDays.eventVersions), size)),
        ...whole((size) => store.partVersions.removeOld(before(keepDays.eventVersions), size)),
        ...whole((size) => store.statistics.removeOld('day', before(keepDays.statistics), size)),
        ...whole((size) =>
          store.statistics.removeOld('hour', before(Math.min(HOURLY_DAYS, keepDays.statistics)), size),
        ),
      ];
    case 'reservations':
    case 'quotas':
    case 'rate_limits':
      return whole((size) => retention.removeExpired(step, new Date(now - GRACE_MS), size));
  }
}

/** Removes imports in one of these states that began before `before`, with their rows. */
async function removeImports(
  { topicImports, importRows }: ActivityDeps['store'],
  states: readonly ImportState[],
  before: Date,
  size: number,
): Promise<number> {
  const ids = await topicImports.old(states, before, size);
  for (const id of ids) {
    await importRows.removeOf(id);
    await topicImports.remove(id);
  }
  return ids.length;
}

/** Returns the batches of a step that needs no position, because it finds nothing twice. */
const counted =
  (remove: (size: number) => Promise<number>): RetentionPart['removeBatch'] =>
  async (_after, size) => {
    const removed = await remove(size);
    return { removed, next: removed < size ? null : 0 };
  };
