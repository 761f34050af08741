import pMap, { pMapStop } from 'p-map';
import { wasHandedOver } from '../../../core/shared/statuses';
import { causeOf, lastFailureOf } from '../../../core/sending/failure-keys';
import { mayBeOut } from '../../../core/sending/unknown-outcome';
import type { Notification } from '../../../store/notifications/model';
import type { NotificationLine, NotificationQuery } from '../../../store/notifications/operators';
import { ApiError } from '../../http/api-error';
import type { ApiDeps } from '../../deps';
import { retryNotification, PARTLY_SENT } from './retry';

/** Maximum time of one call, in milliseconds. The next call does the rest. */
const TIME_MS = 10_000;
const AT_ONCE = 10;

type Query = Omit<NotificationQuery, 'status'>;

type Result =
  { retried: RetryPage['retried'][number] } | { refused: RetryPage['refused'][number] } | 'skipped';

/** Retried and refused are newest first. */
export interface RetryPage {
  /** In a dry run: what would be retried, with the id of the failed notification itself. */
  retried: { id: string; retryOf: string; event: string; startedAt: Date }[];
  refused: { id: string; code: string; message: string }[];
  /** Number of notifications that were retried earlier. */
  skipped: number;
  /** Where the next call continues. Null at the end. */
  last: NotificationLine | null;
}

/**
 * Retries the failed notifications of one page, newest first. It skips those that were sent in part, and those that may
 * have been sent unless the query names that error code.
 */
export async function retryPage(
  deps: ApiDeps,
  query: Query,
  { dryRun }: { dryRun: boolean },
): Promise<RetryPage> {
  const { store, dispatcher } = deps;
  const lines = await store.operators.list({ ...query, status: 'failed' });
  const before = lines.flatMap(({ retriedAs }) => retriedAs ?? []);
  const made = before.length > 0 ? await store.notifications.existing(before) : new Set<string>();
  const page: RetryPage = { retried: [], refused: [], skipped: 0, last: null };
  const started: Notification[] = [];
  const deadline = Date.now() + TIME_MS;

  async function one(line: NotificationLine): Promise<Result> {
    const { _id: id, event, startedAt } = line;
    if (line.retriedAs !== undefined && made.has(line.retriedAs)) return 'skipped';
    const reason = refusalOf(line, query);
    if (reason) return { refused: { id, ...reason } };
    if (dryRun) return { retried: { id, retryOf: id, event, startedAt } };
    try {
      const { notification, isNew } = await retryNotification(deps, id, { again: false });
      if (!isNew) return 'skipped';
      started.push(notification);
      return { retried: { id: notification._id, retryOf: id, event, startedAt } };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { refused: { id, code: error.code, message: error.message } };
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

const UNKNOWN = 'OUTCOME_UNKNOWN';

/** Whether it failed so, or expired after a last attempt that did. */
const hasUnknownOutcome = (message: NotificationLine['messages'][number]): boolean =>
  message.error !== null &&
  [message.error.code, causeOf(message.error.code, lastFailureOf(message))].includes(UNKNOWN);

/** Returns why a line is left out. Null if the line itself gives no reason. */
function refusalOf(line: NotificationLine, { errorCode }: Query): { code: string; message: string } | null {
  const { messages, retriedAs } = line;
  // A marked one was begun, so it is finished.
  if (retriedAs === undefined && messages.some(wasHandedOver))
    return { code: 'ALREADY_SENT', message: `${PARTLY_SENT}.` };
  if (errorCode === UNKNOWN) return null;
  if (messages.some((message) => hasUnknownOutcome(message) || mayBeOut(message))) {
    const message = 'It may have been sent; ask for --error-code OUTCOME_UNKNOWN, or for it by its id.';
    return { code: UNKNOWN, message };
  }
  return null;
}
