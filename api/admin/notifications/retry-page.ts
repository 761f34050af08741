import { z } from 'zod';
import pMap, { pMapStop } from 'p-map';
import { retryManyBody } from '../../../core/schemas/operators';
import type { Notification } from '../../../store/notifications/model';
import type { NotificationQuery } from '../../../store/notifications/list';
import type { NotificationLine } from '../../../store/notifications/operators';
import { ApiError } from '../../http/api-error';
import type { ApiDeps } from '../../deps';
import { cursorOf, placeOf } from '../../http/cursor';
import { answer, next, timestamp, uuid } from '../../http/formats';
import { route } from '../../http/route';
import { applicationIn } from '../applications/application-in';
import { retryNotification } from '../../notifications/retry-notification';
import { retryRefusal } from '../../notifications/retry-refusal';
import { validateFilters } from './validate-filters';

const retriedSchema = z.object({
  id: uuid.optional().describe('Of the new notification. Absent in a dry run.'),
  retry_of: uuid,
  event: z.string(),
  started_at: timestamp,
});
const refusedSchema = z.object({ id: uuid, code: z.string(), error: z.string() });

export const retryMany = route({
  id: 'retryNotifications',
  tag: 'Notifications',
  method: 'post',
  path: '/admin/v1/applications/:app/notifications/retry',
  role: 'editor',
  audit: 'notifications.retry',
  summary: 'Retry a page of failed notifications',
  body: retryManyBody.meta({ id: 'RetryManyRequest' }),
  answer: answer('NotificationsRetried', {
    retried: z.array(retriedSchema),
    refused: z.array(refusedSchema),
    skipped: z.int().min(0).describe('They were retried before.'),
    next,
  }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, deps) => {
    const application = await applicationIn(deps.store, call);
    const { dry_run, after, ...query } = call.body;
    const filters = await validateFilters(deps.store, application, { ...query, after: placeOf(after) });
    const { last, ...page } = await retryPage(deps, filters, { dryRun: dry_run });
    const { retried, refused, skipped } = page;
    await call.record({
      about: [application._id, ...(dry_run ? [] : retried.map(({ retry_of }) => retry_of))],
      after: { dry_run, retried: retried.length, refused: refused.length, skipped },
    });
    return { ...page, next: last && cursorOf(last.startedAt, last._id) };
  },
});

/** Maximum time of one call, in milliseconds. The next call does the rest. */
const TIME_MS = 10_000;
const AT_ONCE = 10;

type Query = Omit<NotificationQuery, 'status'>;

type Result =
  { retried: RetryPage['retried'][number] } | { refused: RetryPage['refused'][number] } | 'skipped';

/** Retried and refused are newest first. */
interface RetryPage {
  /** In a dry run: what would be retried. */
  retried: z.output<typeof retriedSchema>[];
  refused: z.output<typeof refusedSchema>[];
  /** Number of notifications that were retried earlier. */
  skipped: number;
  /** Where the next call continues. Null at the end. */
  last: NotificationLine | null;
}

/**
 * Retries the failed notifications of one page, newest first. It skips those that were sent in part, and those that may
 * have been sent unless the query names that error code.
 */
async function retryPage(deps: ApiDeps, query: Query, { dryRun }: { dryRun: boolean }): Promise<RetryPage> {
  const { store, dispatcher } = deps;
  const lines = await store.operators.list({ ...query, status: 'failed' });
  const before = lines.flatMap(({ retriedAs }) => retriedAs ?? []);
  const made = before.length > 0 ? await store.notifications.existing(before) : new Set<string>();
  const page: RetryPage = { retried: [], refused: [], skipped: 0, last: null };
  const started: Notification[] = [];
  const deadline = Date.now() + TIME_MS;

  async function one(line: NotificationLine): Promise<Result> {
    const { _id: id, event } = line;
    const entry = { retry_of: id, event, started_at: line.startedAt.toISOString() };
    if (line.retriedAs !== undefined && made.has(line.retriedAs)) return 'skipped';
    const reason = retryRefusal(line, query);
    if (reason) return { refused: { id, ...reason } };
    if (dryRun) return { retried: entry };
    try {
      const { notification, isNew } = await retryNotification(deps, id, { again: false });
      if (!isNew) return 'skipped';
      started.push(notification);
      return { retried: { id: notification._id, ...entry } };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { refused: { id, code: error.code, error: error.message } };
    }
  }

  const untilLate = (line: NotificationLine) => (Date.now() < deadline ? one(line) : pMapStop);
  const results = await pMap(lines, untilLate, { concurrency: AT_ONCE }).finally(() =>
    dispatcher.startInBackground(started),
  );
  for (const result of results) {
    if (result === 'skipped') page.skipped += 1;
    else if ('retried' in result) page.retried.push(result.retried);
    else page.refused.push(result.refused);
  }
  const isWhole = results.length === lines.length;
  page.last = isWhole && lines.length < query.limit ? null : (lines[results.length - 1] ?? null);
  return page;
}
