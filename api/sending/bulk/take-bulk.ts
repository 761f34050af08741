import type { z } from 'zod';
import type { PublicCall } from '../../http/call';
import type { ApiDeps } from '../../deps';
import { ApiError, invalid } from '../../http/api-error';
import { chargeRequests } from '../../http/middleware/rate-limit';
import { chargeRefused } from '../charge-refused';
import { idempotencyKeyOf, idempotently } from '../idempotency';
import { refusalNotes } from '../note-refusals';
import { acceptPage } from './accept-page';
import type { bulkAnswer } from './answer';
import type { BulkFormat } from './formats';
import { MOST_LINE_BYTES } from './limits';
import { type Page, pagesOf } from './pages';
import { bodyOf } from './read-body';
import { csvHeader, csvReader, readJsonLine } from './read-line';
import { recordsIn } from '../../../core/sending/records';
import { sharedOf } from './send-header';
import { withAccepted } from './stopped';
import { type PageAnswer, tally } from './tally';
import { warningsOf } from './warnings';

type BulkCall = PublicCall<{ event: string; channel?: string }, unknown, unknown>;

/**
 * Takes a bulk send (BULK-1). Each page is an array with its own reservation, and is committed before the next one is read. So
 * a repeat of the request finds what was accepted, whatever ended the request.
 */
export async function takeBulk(
  call: BulkCall,
  deps: ApiDeps,
  format: BulkFormat,
): Promise<z.output<typeof bulkAnswer>> {
  const { caller, request, response } = call;
  const key = idempotencyKeyOf(request);
  if (key === null) {
    const why = 'is required, so that a bulk send can be repeated. Send a new one for each list';
    throw invalid('Idempotency-Key', why);
  }
  const shared = await sharedOf(request);
  const event = await deps.cached.event(caller.scope, String(request.params.event));
  if (!event) throw ApiError.of('EVENT_NOT_FOUND', [String(request.params.event)]);
  const channel = request.params.channel as string | undefined;
  const { method, path } = request;
  const total: z.output<typeof bulkAnswer> = {
    ...{ event: event.name, status: 'processed', accepted: 0, rejected: 0, errors: [], batches: [] },
  };
  const warnOnce = warningsOf(response);
  let began: Date | undefined;
  let isReplay = true;
  const accept = async (page: Page): Promise<void> => {
    const body = { ...shared.body, to: page.to };
    const sent = await idempotently(
      deps,
      caller,
      {
        // No key of a client has a line feed.
        key: page.index === 0 ? key : `${key}\n${page.index}`,
        compared: { method, path, body },
        exact: new Map([...shared.exact, ...page.exact]),
      },
      (slot) => acceptPage(deps, { caller, event: event.name, channel, body, began: began ?? slot.at }, slot),
    );
    began ??= sent.at;
    tally(total, page, sent.answer.body as unknown as PageAnswer);
    if (page.index > 0) await chargeRequests(response, 1);
    if (sent.replayed) return;
    isReplay = false;
    warnOnce(sent.answer.warnings);
    const { refused } = sent.answer;
    if (refused.length === 0) return;
    refusalNotes(deps)(request, response, refused);
    await chargeRefused(response, refused);
  };
  try {
    const records = recordsIn(bodyOf(request, response), { most: MOST_LINE_BYTES, quoted: format === 'csv' });
    const read = format === 'csv' ? csvReader(await csvHeader(records), event.payload) : readJsonLine;
    for await (const page of pagesOf(records, read)) await accept(page);
    if (total.accepted + total.rejected === 0) throw invalid('to', 'must have at least one recipient');
  } catch (error) {
    throw withAccepted(error, total.accepted);
  }
  if (isReplay) response.set({ 'Idempotent-Replay': 'true', 'X-Idempotent-Replay': 'true' });
  return total;
}
