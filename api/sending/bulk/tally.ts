import type { z } from 'zod';
import type { ErrorCode } from '../../../core/shared/error-codes';
import type { bulkAnswer } from './answer';
import { MOST_ERRORS } from './limits';
import type { Page } from './pages';

type BulkAnswer = z.output<typeof bulkAnswer>;

/** The answer to a page, as it was made or stored. */
export interface PageAnswer {
  id: string | null;
  notifications: { status: string; error?: string; code?: ErrorCode; field?: string | null }[];
}

/** Adds the answer of a page to that of its request. */
export function tally(into: BulkAnswer, { lines }: Page, { id, notifications }: PageAnswer): void {
  const rejected = notifications.filter(({ status }) => status === 'rejected').length;
  into.accepted += notifications.length - rejected;
  into.rejected += rejected;
  if (id !== null) into.batches.push({ id, line: lines[0] ?? 1, recipients: notifications.length });
  for (const [index, { status, error = '', code = 'INTERNAL', field = null }] of notifications.entries()) {
    if (status !== 'rejected' || into.errors.length >= MOST_ERRORS) continue;
    const alone = (text: string): string => text.replaceAll(`to[${index}]`, 'to');
    const line = lines[index] ?? 1;
    into.errors.push({ line, error: alone(error), code: code as never, field: field && alone(field) });
  }
}
