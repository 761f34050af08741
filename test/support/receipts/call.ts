import type { ProviderDefinition } from '../../../channels/definition';
import { createProviderHttp } from '../../../channels/http/provider-http';
import type { ReceiptReader, ReceiptReading, ReceiptRequest } from '../../../channels/receipts/receipts';
import type { Receipt } from '../../../core/receipts/receipt';

/** The message of these tests, as receipts name it. */
export const OUR_IDS = {
  notificationId: '5ff1a2a8-43dc-4a7f-8c2f-9d6ff1f1a222',
  messageId: '0b54d1a0-6f0e-5f3c-9a52-2b6cf1f1a111',
};
/** The same as providers give it back. */
export const OUR_FIELDS = { notification_id: OUR_IDS.notificationId, message_id: OUR_IDS.messageId };
export const OUR_QUERY = new URLSearchParams(OUR_FIELDS).toString();

export const ADA = 'ada@example.org';
export const PHONE = '+15005550009';
/** A time before the calls, in a whole second: some providers have no parts of one. */
export const AT = new Date('2026-11-20T08:30:15.000Z');

/** Any provider's two ids, whatever stands in their places. */
export interface GivenIds {
  notification_id?: unknown;
  message_id?: unknown;
}

/** Two ids in a query, as providers of texts give them back. */
export function queryOf(ids: GivenIds): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(ids)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
}

/** A call of our address; `path` has its query. */
export function callOf(
  body: string | Buffer,
  headers: Record<string, string> = {},
  path = '/receipts/x/0d6f6a52-4f3e-4a55-9a63-0a3f6c1c1111',
): ReceiptRequest {
  const mark = path.indexOf('?');
  return {
    method: 'POST',
    path,
    origins: ['https://notify.example.com'],
    query: new URLSearchParams(mark < 0 ? '' : path.slice(mark)),
    headers,
    body: Buffer.from(body),
  };
}

export type Read = (request: ReceiptRequest) => Promise<ReceiptReading>;
export type Settings = Record<string, unknown>;

/** The reader of an account with these settings. No reason that it gives may show a secret of theirs or a recipient. */
export function readerOf({ settings: schema, secrets, receipts, channels }: ProviderDefinition) {
  const http = createProviderHttp();
  return (settings: Settings, reader?: ReceiptReader): Read => {
    const read = reader ?? receipts!(schema.parse(settings), { http, guardedHttp: http }, channels[0]!);
    const hidden = [...secrets.flatMap((name) => settings[name] ?? []), ADA, PHONE].map(String);
    return async (request) => {
      const reading = await read(request);
      const shown = 'reason' in reading ? hidden.find((one) => reading.reason.includes(one)) : undefined;
      if (shown !== undefined) throw new Error(`the reason shows ${shown}`);
      return reading;
    };
  };
}

export const readAs = (...receipts: Receipt[]): ReceiptReading => ({ kind: 'read', receipts });
/** A reading that gives this reason instead of receipts. */
export const because = (kind: 'refused' | 'malformed' | 'later', reason: RegExp) => ({
  kind,
  reason: expect.stringMatching(reason) as string,
});
