import type { ReceiptReading } from '../../../channels/receipts/receipts';
import { PHONE } from './call';

/** What a provider of texts makes of messages that people write to our number. */
export interface OptOuts {
  stop: readonly string[];
  start: readonly string[];
  /** Words that change nothing. */
  neither: readonly string[];
  /** The provider's own reading of a message, which counts more than the words: STOP, START or HELP. */
  judged: readonly (readonly [judgement: string, words: string, optedOut: boolean | undefined])[];
  /** Fields of a message from which nobody can opt out. */
  nobody: readonly Record<string, unknown>[];
  /** Reads a message to our number. */
  read(words: string, judgement?: string, more?: Record<string, unknown>): Promise<ReceiptReading>;
  at: Date;
  /** What each of them is answered with. */
  answer?: { contentType: string; body: string };
}

/** What holds for a STOP and a START at every provider. */
export function itReadsOptOuts({ stop, start, neither, judged, nobody, read, at, answer }: OptOuts): void {
  const changed = (optedOut: boolean | undefined): ReceiptReading => ({
    kind: 'read',
    receipts: [],
    optChanges: optedOut === undefined ? [] : [{ channel: 'sms', address: PHONE, optedOut, at }],
    ...(answer && { answer }),
  });

  it.each([
    ...stop.map((words) => [words, true] as const),
    ...start.map((words) => [words, false] as const),
    ...neither.map((words) => [words, undefined] as const),
  ])('that is %j makes optedOut %s', async (words, optedOut) => {
    expect(await read(words)).toStrictEqual(changed(optedOut));
  });

  it.each(judged)(
    'that the provider takes for %s is that, though it is %j',
    async (judgement, words, optedOut) => {
      expect(await read(words, judgement)).toStrictEqual(changed(optedOut));
    },
  );

  it.each(nobody)('changes nothing with %j', async (more) => {
    expect(await read('STOP', undefined, more)).toStrictEqual(changed(undefined));
  });
}
