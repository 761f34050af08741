import fc from 'fast-check';
import { definitionOf } from '../../../channels/catalog';
import type { ReceiptReading, ReceiptRequest } from '../../../channels/receipts';
import { createProviderTools } from '../../../channels/tools';
import type { Receipt } from '../../../core/receipt';
import { MESSAGE_ID, NOTIFICATION_ID } from './messages';

export const ADA = 'ada@example.org';
export const IDS = { notification_id: NOTIFICATION_ID, message_id: MESSAGE_ID };
/** A time of the past with milliseconds, as events have it. */
export const AT = '2026-11-20T08:30:15.250Z';

/** The reader of an e-mail provider's account with these settings, as the catalog has it. */
export function readerOf(name: string, settings: Record<string, unknown>) {
  const definition = definitionOf(name);
  if (!definition?.receipts) throw new Error(`${name} reads no receipts`);
  const tools = createProviderTools({ development: true });
  const reader = definition.receipts(definition.settings.parse(settings), tools, 'email');
  return async (request: ReceiptRequest): Promise<ReceiptReading> => reader(request);
}

export const call = (body: string | Buffer, headers: Record<string, string> = {}): ReceiptRequest => ({
  method: 'POST',
  path: '/receipts/x/y',
  origins: ['https://receipts.example.com'],
  query: new URLSearchParams(),
  headers,
  body: Buffer.from(body),
});

/** A receipt of our test message to Ada. */
export const receipt = (parts: Partial<Receipt>): Receipt =>
  ({
    notificationId: NOTIFICATION_ID,
    messageId: MESSAGE_ID,
    address: ADA,
    at: new Date(AT),
    ...parts,
  }) as Receipt;

export const read = (...receipts: Receipt[]): ReceiptReading => ({ kind: 'read', receipts });
export const failed = (code: Receipt['code']) => ({ kind: 'failed', code }) as const;

/** The only receipt of a reading. */
export function only(reading: ReceiptReading): Receipt {
  if (reading.kind !== 'read' || reading.receipts.length !== 1) {
    throw new Error(`not one receipt: ${JSON.stringify(reading)}`);
  }
  return reading.receipts[0]!;
}

/** What holds of every body that the provider's key has signed, whatever stands in it. */
export async function neverThrows(
  readSigned: (body: string | Buffer) => Promise<ReceiptReading>,
  event: fc.Arbitrary<unknown>,
): Promise<void> {
  const body = fc.oneof(
    fc.string(),
    fc.json(),
    event.map((value) => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(body, async (text) => {
      const reading = await readSigned(text);
      expect(['read', 'malformed']).toContain(reading.kind);
      if (reading.kind !== 'read') return;
      for (const { at, detail } of reading.receipts) {
        expect(at.getTime()).toBeLessThanOrEqual(Date.now());
        expect((detail ?? '').length).toBeLessThanOrEqual(500);
      }
    }),
    { numRuns: 300 },
  );
}

/** A value of JSON, or one of those that a provider sends in this place. */
export const sometimes = (...usual: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.jsonValue() });
