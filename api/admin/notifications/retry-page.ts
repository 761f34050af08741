import pMap, { pMapStop } from 'p-map';
import { wasHandedOver } from '../../../core/shared/statuses';
import { mayBeOut } from '../../../core/sending/unknown-outcome';
import type { Notification } from '../../../store/notifications/model';
import type { NotificationLine, NotificationQuery } from '../../../store/notifications/operators';
import { ApiError } from '../../http/api-error';
import type { ApiDeps } from '../../deps';
import { retryNotification, SENT_WORDS } from './retry';

/** How long one call goes on, milliseconds; what is left is for the next. */
const TIME_MS = 10_000;
const AT_ONCE = 10;

type Query = Omit<NotificationQuery, 'status'>;

interface Retried {
  id: string;
  retryOf: string;
  event: string;
  startedAt: Date;
}

interface Refused {
  id: string;
  code: string;
  message: string;
}

type Result = { retried: Retried } | { refused: Refused } | 'skipped';

/** Retried and refused are newest first. */
export interface RetryPage {
  /** With a dry run: what would be made again, and as `id` the failed one itself. */
  retried: Retried[];
  refused: Refused[];
  /** Made again earlier. */
  skipped: number;
  /** Where the next call goes on; null at the end. */
  last: NotificationLine | null;
}

/**
 * Makes the failed notifications of one page again, newest first. What was sent in part is left out, and what may
 * have been sent unless it is asked for by its code.
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
    dispatcher.startBehind(started),
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

/** Why a line is left out, as far as it says so by itself. */
function refusalOf(line: NotificationLine, { errorCode }: Query): Omit<Refused, 'id'> | null {
  const { messages, retriedAs } = line;
  // One that is marked was begun, and is finished.
  if (retriedAs === undefined && messages.some(wasHandedOver))
    return { code: 'ALREADY_SENT', message: `${SENT_WORDS}.` };
  const isUnknown = messages.some(
    (message) => message.error?.code === 'OUTCOME_UNKNOWN' || mayBeOut(message),
  );
  if (errorCode === undefined && isUnknown) {
    const message = 'It may have been sent; ask for --error-code OUTCOME_UNKNOWN, or for it by its id.';
    return { code: 'OUTCOME_UNKNOWN', message };
  }
  return null;
}
