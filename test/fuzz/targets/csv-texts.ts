import fc from 'fast-check';
import { recordsIn } from '../../../core/sending/records';
import { csvFields } from '../../../core/sending/csv';
import { text } from '../grammar';
import { fuzzTarget, promise } from '../target';

/** Rows with at least two columns, so that none is a blank line, and the size of the chunks in which they arrive. */
interface Written {
  rows: string[][];
  end: '\n' | '\r\n';
  quotesAll: boolean;
  chunk: number;
}

const field = fc.oneof(
  fc.constantFrom('', '"', '""', ',', '\n', '\r\n', 'a"b', '\ufeff', ' ', 'ada@example.com'),
  text,
);

async function* chunksOf(csv: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < csv.length; at += size) yield await Promise.resolve(csv.subarray(at, at + size));
}

/** What is written as CSV (RFC 4180) is read as it was, in whatever chunks it arrives. */
export const csvTexts = fuzzTarget<Written>({
  name: 'csv-texts',
  arbitrary: fc.record({
    rows: fc.array(fc.array(field, { minLength: 2, maxLength: 5 }), { maxLength: 8 }),
    end: fc.constantFrom('\n' as const, '\r\n' as const),
    quotesAll: fc.boolean(),
    chunk: fc.integer({ min: 1, max: 40 }),
  }),
  check: async ({ rows, end, quotesAll, chunk }) => {
    const written = (one: string): string =>
      quotesAll || /[",\r\n]/.test(one) ? `"${one.replaceAll('"', '""')}"` : one;
    const csv = `\ufeff${rows.map((row) => row.map(written).join(',') + end).join('')}`;
    const read: (string[] | null)[] = [];
    for await (const { bytes } of recordsIn(chunksOf(Buffer.from(csv), chunk), { most: 1e6, quoted: true }))
      read.push(bytes && csvFields(bytes.toString()));
    const meant = rows.map((row) => row.map((one) => one.toWellFormed()));
    promise(
      JSON.stringify(read) === JSON.stringify(meant),
      `${JSON.stringify(csv)} was read as ${JSON.stringify(read)}`,
    );
  },
});
