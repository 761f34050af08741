import { definitionOf } from '../../../channels/catalog';
import { createProviderHttp } from '../../../channels/http/provider-http';
import type { ReceiptReader, ReceiptReading, ReceiptRequest } from '../../../channels/receipts';
import type { Channel } from '../../../core/channels';
import { MESSAGE_ID, NOTIFICATION_ID } from '../providers/messages';

/** What our callback address has in its query for the message of these tests. */
export const OUR_QUERY = `notification_id=${NOTIFICATION_ID}&message_id=${MESSAGE_ID}`;
export const OUR_IDS = { notificationId: NOTIFICATION_ID, messageId: MESSAGE_ID };

/** A call of our address; `path` has its query. */
export function callOf(
  path: string,
  changes: Partial<Omit<ReceiptRequest, 'path' | 'query'>>,
): ReceiptRequest {
  const mark = path.indexOf('?');
  return {
    method: 'POST',
    path,
    origins: ['https://notify.example.com'],
    query: new URLSearchParams(mark < 0 ? '' : path.slice(mark)),
    headers: {},
    body: Buffer.alloc(0),
    ...changes,
  };
}

/** The reader of an integration with these settings. */
export function readerOf(name: string, channel: Channel, settings: Record<string, unknown>): ReceiptReader {
  const definition = definitionOf(name)!;
  const http = createProviderHttp({ answerTimeoutMs: 700 });
  return definition.receipts!(definition.settings.parse(settings), { http, guardedHttp: http }, channel);
}

/** No reason may show one of these. */
export function expectRefused(reading: ReceiptReading, secrets: readonly string[], reason = /./): void {
  expect(reading).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) });
  for (const secret of secrets) expect(JSON.stringify(reading)).not.toContain(secret);
}

/** What an operator has still to set up; the provider is asked to call again. */
export function expectLater(reading: ReceiptReading, reason: RegExp): void {
  expect(reading).toEqual({ kind: 'later', reason: expect.stringMatching(reason) });
}
