import fc from 'fast-check';
import type { ReceiptReading } from '../../../channels/receipts/receipts';
import type { Receipt } from '../../../core/receipts/receipt';
import { type GivenIds, OUR_FIELDS, OUR_IDS, readAs } from './call';
import { rounds } from '../property-runs';
import { NOW } from './clock';

/** A provider's event, and what its receipt has beside what all have; several of them, or none. */
export type Row<Event> = readonly [what: string, event: Event, parts: Partial<Receipt> | Partial<Receipt>[]];

/** A row of one receipt. */
type Sample<Event> = readonly [what: string, event: Event, parts: Partial<Receipt>];

/** What a reader makes of the events of its provider. `Event` is how the table writes one. */
export interface Events<Event> {
  /** What every receipt of the table has. */
  receipt: Partial<Receipt>;
  /** One that all rules below are tried with. */
  sample: Sample<Event>;
  tells: readonly Row<Event>[];
  /** Events that decide nothing, also such as there are none yet. */
  decidesNothing: readonly (readonly [what: string, event: Event])[];
  /** The sample of the message with these ids; absent where a row cannot have others. */
  ofIds?: (ids: GivenIds) => Event;
  /** The sample at a time; absent: events have none, and happen when they come. */
  time?: { at: (time: unknown) => Event; write: (date: Date) => unknown };
  /** The sample about an address; absent: events name none. */
  copies?: { to: (address: unknown) => Event; unnamed: 'the message’s own' | 'nobody' };
  /** A row with the provider's words at the end of its `detail`, in which `hides` may not be seen. */
  words?: { row: (words: string) => Sample<Event>; hides: readonly string[]; end: '' | '…' };
}

const OTHER_IDS: [string, GivenIds][] = [
  ['none', {}],
  ['one alone', { notification_id: OUR_FIELDS.notification_id }],
  ['the other alone', { message_id: OUR_FIELDS.message_id }],
  ['an empty one', { ...OUR_FIELDS, notification_id: '' }],
  ['one that is no UUID', { ...OUR_FIELDS, message_id: 'x' }],
  ['two that are no UUIDs', { notification_id: '1', message_id: '2' }],
  ['a line break after one', { ...OUR_FIELDS, notification_id: `${OUR_FIELDS.notification_id}\n` }],
  ['a number and null', { notification_id: 7, message_id: null }],
  ['an object', { ...OUR_FIELDS, message_id: {} }],
];

const WRONG_TIMES = [undefined, null, '', 'soon', '9999-99-99', [], {}, { toString: 1, valueOf: 1 }].map(
  (wrong): [unknown] => [wrong],
);

/** The receipts of a row; what is undefined in it is not there. */
export const expected = <Event>({ receipt }: Events<Event>, [, , parts]: Row<Event>): ReceiptReading =>
  readAs(
    ...[parts].flat().map((one) => {
      const fields = Object.entries({ ...OUR_IDS, ...receipt, ...one });
      return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as unknown as Receipt;
    }),
  );

/** What holds for the events of every provider; `read` reads one in a call that is the provider's. */
export function itReadsEvents<Event>(
  events: Events<Event>,
  read: (event: Event) => Promise<ReceiptReading>,
): void {
  const { sample, ofIds, time, copies, words } = events;
  const sampleWith = (parts: Partial<Receipt>) =>
    expected(events, [sample[0], sample[1], { ...sample[2], ...parts }]);

  it.each([sample, ...events.tells])('tells of %s', async (...row) => {
    expect(await read(row[1])).toStrictEqual(expected(events, row));
  });

  it.each(events.decidesNothing)('decides nothing by %s', async (_what, event) => {
    expect(await read(event)).toStrictEqual(readAs());
  });

  if (ofIds) {
    it('is about the message whose two ids came back', async () => {
      expect(await read(ofIds(OUR_FIELDS))).toStrictEqual(sampleWith({}));
    });

    it.each(OTHER_IDS)('is about no message of ours with %s for ids', async (_what, ids) => {
      expect(await read(ofIds(ids))).toStrictEqual(readAs());
    });
  }

  if (time) {
    const past = new Date('2026-01-27T14:59:38.000Z');
    it('is dated by the provider’s clock, up to now', async () => {
      for (const at of [past, NOW])
        expect(await read(time.at(time.write(at)))).toStrictEqual(sampleWith({ at }));
    });

    it.each(WRONG_TIMES)('is dated now where the time is %j', async (wrong) => {
      expect(await read(time.at(wrong))).toStrictEqual(sampleWith({ at: NOW }));
    });

    it.each([1_000, 3_600_000, 1e12])('is dated now where the time lies %i ms ahead', async (ms) => {
      const ahead = time.write(new Date(NOW.getTime() + ms));
      expect(await read(time.at(ahead))).toStrictEqual(sampleWith({ at: NOW }));
    });
  }

  if (copies) {
    it('names the copy that it is about, in lower case', async () => {
      const named = await read(copies.to('Copy@Example.ORG'));
      expect(named).toStrictEqual(sampleWith({ address: 'copy@example.org' }));
    });

    it('tells nothing of an address that cannot be read', async () => {
      for (const wrong of ['no address', 'a@b@c', 'ada@example.org\n'])
        expect(await read(copies.to(wrong))).toStrictEqual(readAs());
    });

    it(`is about ${copies.unnamed} without an address`, async () => {
      const reading = copies.unnamed === 'nobody' ? readAs() : sampleWith({ address: undefined });
      for (const none of [undefined, '', null, 7, {}])
        expect(await read(copies.to(none))).toStrictEqual(reading);
    });
  }

  if (words) {
    it('has the words on one line of bounded length, without a secret', async () => {
      const messy = words.row('  no\r\n\tsuch \u0000 user');
      expect(await read(messy[1])).toStrictEqual(expected(events, words.row('no such user')));
      const said = (...hidden: readonly string[]) => words.row([...hidden, 'x'.repeat(2000)].join(' '));
      const [what, event, shown] = said(...words.hides.map(() => '***'));
      const cut = { ...shown, detail: `${shown.detail?.slice(0, 500)}${words.end}` };
      expect(await read(said(...words.hides)[1])).toStrictEqual(expected(events, [what, event, cut]));
    });
  }
}

/** With the mark that words were cut. */
const LONGEST_DETAIL = 501;

/** What holds of any call that is the provider's. */
export function itNeverFails<Said>(
  any: fc.Arbitrary<Said>,
  read: (said: Said) => Promise<ReceiptReading>,
): void {
  it('never fails, whatever it says', async () => {
    const property = fc.asyncProperty(any, async (said) => {
      const reading = await read(said);
      if (reading.kind !== 'read') return reading.kind === 'malformed';
      return reading.receipts.every(
        ({ at, detail = '', notificationId, messageId }) =>
          notificationId === OUR_IDS.notificationId &&
          messageId === OUR_IDS.messageId &&
          at.getTime() <= NOW.getTime() &&
          detail.length <= LONGEST_DETAIL,
      );
    });
    await fc.assert(property, rounds(2));
  });
}
