import type { Notification } from '../../store/notification-model';
import type { NotificationLine, NotificationQuery } from '../../store/operators';
import { ApiError } from '../api-error';
import type { ApiDeps } from '../deps';
import { retryNotification } from './retry-notification';

/** How long one call goes on, milliseconds; what is left is for the next. */
const TIME_MS = 10_000;
const AT_ONCE = 10;

export interface RetryPage {
  /** With a dry run: what would be made again, and as `id` the failed one itself. */
  retried: { id: string; retryOf: string; event: string; startedAt: Date }[];
  refused: { id: string; code: string; message: string }[];
  /** Made again earlier. */
  skipped: number;
  /** Where the next call goes on; null at the end. */
  last: NotificationLine | null;
}

/**
 * Makes the failed notifications of one page again, newest first. What may have been sent is left out unless it is asked
 * for by its code.
 */
export async function retryPage(
  deps: ApiDeps,
  query: Omit<NotificationQuery, 'status'>,
  { dryRun }: { dryRun: boolean },
): Promise<RetryPage> {
  const { store, dispatcher } = deps;
  const lines = await store.operators.list({ ...query, status: 'failed' });
  const before = lines.flatMap(({ retriedAs }) => retriedAs ?? []);
  const made = before.length > 0 ? await store.notifications.existing(before) : new Set<string>();
  const page: RetryPage = { retried: [], refused: [], skipped: 0, last: null };
  const started: Notification[] = [];
  const deadline = Date.now() + TIME_MS;
  let done = 0;

  const one = async (line: NotificationLine): Promise<void> => {
    const { _id: id, event, startedAt } = line;
    if (line.retriedAs !== undefined && made.has(line.retriedAs)) {
      page.skipped += 1;
      return;
    }
    if (
      query.errorCode === undefined &&
      line.messages.some(({ error }) => error?.code === 'OUTCOME_UNKNOWN')
    ) {
      const message = 'It may have been sent; ask for --error-code OUTCOME_UNKNOWN, or for it by its id.';
      page.refused.push({ id, code: 'OUTCOME_UNKNOWN', message });
      return;
    }
    if (dryRun) {
      page.retried.push({ id, retryOf: id, event, startedAt });
      return;
    }
    try {
      const notification = await retryNotification(deps, id, { again: false });
      started.push(notification);
      page.retried.push({ id: notification._id, retryOf: id, event, startedAt });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      page.refused.push({ id, code: error.code, message: error.message });
    }
  };

  try {
    while (done < lines.length && Date.now() < deadline) {
      await Promise.all(lines.slice(done, done + AT_ONCE).map(one));
      done += AT_ONCE;
    }
  } finally {
    dispatcher.startBehind(started);
  }
  const isWhole = done >= lines.length;
  page.last =
    isWhole && lines.length < query.limit ? null : (lines[Math.min(done, lines.length) - 1] ?? null);
  return page;
}
