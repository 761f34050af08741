import fc from 'fast-check';
import type { ProviderDefinition } from '../../../channels/definition';
import type { ReceiptRequest } from '../../../channels/receipts/receipts';
import { because, type Read, readerOf, type Settings } from './call';
import { stopClock } from './clock';
import { type Events, expected, itNeverFails, itReadsEvents } from './reads-events';
import { itRefusesOtherCalls, type Proof, type Signing } from './refuses-calls';

/** A reader of receipts: whose it is, what its provider says, and how it proves that it is the one who says it. */
export interface ReaderCase<Event> {
  /** Settings of an account whose calls can be verified. */
  account: Settings;
  /** @default as the catalog has it */
  open?: (settings: Settings) => Read;
  /** A call of the provider. */
  call(body: string | Buffer, signing?: Signing): ReceiptRequest;
  /** The body of a call with one event, and where an event tells more by it, the path. */
  body(event: Event): string;
  path?(event: Event): string | undefined;
  events: Events<Event>;
  /** Any events, most of them nearly right. */
  any: fc.Arbitrary<Event>;
  /** Bodies that are no call of this provider, beside those that are none of anybody's. */
  malformed: readonly string[];
  malformedReason: RegExp;
  proof: Proof;
  /** What its settings for receipts do not take, and why. */
  wrongSettings: readonly (readonly [setting: string, value: unknown, reason: RegExp])[];
  /** Those that are never shown. */
  secrets: readonly string[];
}

/** Runs what every reader of a provider's calls must hold. test/receipts/catalog.test.ts looks for these calls. */
export function itReadsReceiptsOf<Event>(definition: ProviderDefinition, reader: ReaderCase<Event>): void {
  stopClock();
  const { account, open = readerOf(definition), call, body, path, events, proof } = reader;
  let own: Read | undefined;
  const read: Read = (request) => (own ??= open(account))(request);
  const callOfEvent = (event: Event, signing?: Signing): ReceiptRequest =>
    call(body(event), { ...signing, path: path?.(event) });
  const readEvent = (event: Event) => read(callOfEvent(event));

  describe(`an event of ${definition.name}`, () => itReadsEvents(events, readEvent));

  describe(`a call of ${definition.name}`, () => {
    itRefusesOtherCalls(proof, {
      read,
      open,
      sign: (signing) => callOfEvent(events.sample[1], signing),
      reading: expected(events, events.sample),
      other: callOfEvent(events.tells[0]![1]),
    });

    it.each(['', '{', '[', '7', 'null', '"x"', '<html>', ...reader.malformed])(
      'is malformed when it is %j and genuine',
      async (wrong) => {
        expect(await read(call(wrong))).toEqual(because('malformed', reader.malformedReason));
      },
    );

    const text = fc.oneof(fc.string(), fc.json());
    const bodies: fc.Arbitrary<ReceiptRequest>[] = [
      reader.any.map((event) => callOfEvent(event)),
      reader.any.map((event) => callOfEvent(event)),
      fc.oneof(text, fc.uint8Array().map(Buffer.from)).map((said) => call(said)),
    ];
    itNeverFails(fc.oneof(...bodies), read);
  });

  describe(`the settings of ${definition.name} for receipts`, () => {
    it.each(reader.wrongSettings)('have no %s that is %j', (setting, value, reason) => {
      const { error } = definition.settings.safeParse({ ...account, [setting]: value });
      expect(error?.issues[0]?.message).toMatch(reason);
    });

    it('are kept secret where they are', () => {
      expect(definition.secrets).toEqual(expect.arrayContaining([...reader.secrets]));
    });
  });
}
