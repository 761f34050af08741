import { MOST_RECIPIENTS } from '../../../../../api/sending/bulk/limits';
import { type Page, pagesOf } from '../../../../../api/sending/bulk/pages';
import { readJsonLine } from '../../../../../api/sending/bulk/read-line';
import { recordsIn } from '../../../../../core/sending/records';
import { UnreadableLine } from '../../../../../api/sending/bulk/unreadable-line';

async function* chunksOf(text: Buffer | string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text as string);
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

const readAll = async (text: Buffer | string, size: number, options: { most: number; quoted: boolean }) => {
  const read: [number, string | null][] = [];
  for await (const { line, bytes } of recordsIn(chunksOf(text, size), options))
    read.push([line, bytes && bytes.toString()]);
  return read;
};

describe.each([1, 2, 3, 7, 1000])('BULK-5: in chunks of %i bytes', (size) => {
  test.each([
    [
      'lines and blank ones',
      false,
      'a\r\n\n  \nb\nc',
      [
        [1, 'a'],
        [4, 'b'],
        [5, 'c'],
      ],
    ],
    [
      'a byte order mark',
      false,
      '\ufeffä\nb\n',
      [
        [1, 'ä'],
        [2, 'b'],
      ],
    ],
    [
      'a line that is too long',
      false,
      'a\n0123456789x\n0123456789\r\n',
      [
        [1, 'a'],
        [2, null],
        [3, '0123456789'],
      ],
    ],
    [
      'a long line at the end',
      false,
      `a\n${'x'.repeat(50)}`,
      [
        [1, 'a'],
        [2, null],
      ],
    ],
    [
      'line ends in quotes',
      true,
      'a,"b\n""c"\nd\n',
      [
        [1, 'a,"b\n""c"'],
        [3, 'd'],
      ],
    ],
    [
      'a misplaced quote',
      true,
      'a"b\nc\n',
      [
        [1, 'a"b'],
        [2, 'c'],
      ],
    ],
    [
      'a quote after a byte order mark',
      true,
      '\ufeff"a\nb"\nc',
      [
        [1, '"a\nb"'],
        [3, 'c'],
      ],
    ],
    [
      'quotes in lines',
      false,
      '"a\nb"\n',
      [
        [1, '"a'],
        [2, 'b"'],
      ],
    ],
    ['nothing', false, '\n\n', []],
  ])('%s', async (_, quoted, text, records) => {
    expect(await readAll(text, size, { most: 10, quoted })).toEqual(records);
  });
});

const pagesIn = async (text: Buffer | string): Promise<{ pages: Page[]; error: unknown }> => {
  const pages: Page[] = [];
  const records = recordsIn(chunksOf(text, 50_000), { most: 262_144, quoted: false });
  try {
    for await (const page of pagesOf(records, readJsonLine)) pages.push(page);
  } catch (error) {
    return { pages, error };
  }
  return { pages, error: null };
};

test('BULK-3: a page has at most 100 lines, and at most 256 kB unless it is one line', async () => {
  const line = (length: number): string => `${JSON.stringify('x'.repeat(length - 2))}\n`;
  const text = line(20).repeat(120) + line(100_000).repeat(3) + line(262_144) + line(262_145) + line(20);
  const { pages, error } = await pagesIn(text);
  expect(error).toBeNull();
  expect(pages.map(({ index, to, lines }) => [index, to.length, lines[0]])).toEqual([
    [0, 100, 1],
    [1, 22, 101],
    [2, 1, 123],
    [3, 2, 124],
    [4, 1, 126],
  ]);
});

test('BULK-4: what is beyond 10,000 lines is refused after the pages before', async () => {
  const { pages, error } = await pagesIn('"a"\n'.repeat(MOST_RECIPIENTS + 1));
  expect(pages.flatMap(({ to }) => to)).toHaveLength(MOST_RECIPIENTS);
  expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'to' } });
  expect((await pagesIn('"a"\n'.repeat(MOST_RECIPIENTS))).error).toBeNull();
});

test('BULK-5: a line that cannot be read says why, and numbers keep their spelling', async () => {
  const lines = [
    '{"email":"a@b.example","payload":{"x":0.1000000000000000000001}}',
    '{"email":',
    '{"email":"a","email":"b"}',
    '{"email":"a\\u0000"}',
    '"\\ud800"',
    `${'['.repeat(101)}${']'.repeat(101)}`,
    '{"payload":{"n":9007199254740993}}',
  ];
  const bytes = Buffer.concat([Buffer.from(`${lines.join('\n')}\n`), Buffer.from([0x22, 0xff, 0x22])]);
  const { pages } = await pagesIn(bytes);
  const [page] = pages;
  expect([...(page?.exact.values() ?? [])].flatMap((members) => [...members.keys()])).toEqual(['x']);
  const problems = page?.to.map((one) => (one instanceof UnreadableLine ? one.readAt('to[7]') : null));
  expect(problems).toMatchObject([
    null,
    { ok: false, field: 'to[7]', message: 'to[7] is not valid JSON.' },
    { field: 'to[7].email', message: expect.stringContaining('to[7].email is repeated') },
    { field: 'to[7].email', message: expect.stringContaining('NUL') },
    { field: 'to[7]', message: expect.stringContaining('well-formed Unicode') },
    { field: 'to[7]', message: expect.stringContaining('The line is nested deeper') },
    { field: 'to[7].payload.n', message: expect.stringContaining('to[7].payload.n must be a number') },
    { field: 'to[7]', message: 'The line is not valid UTF-8.' },
  ]);
});
