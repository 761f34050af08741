import { elementsIn } from '../../../../cli/preference-exports/elements';

async function read(text: string, size: number): Promise<[number, string | null][]> {
  async function* chunks(): AsyncGenerator<Buffer> {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size)
      yield await Promise.resolve(bytes.subarray(at, at + size));
  }
  const elements: [number, string | null][] = [];
  for await (const { line, bytes } of elementsIn(chunks(), { most: 40 }))
    elements.push([line, bytes && bytes.toString().trim()]);
  return elements;
}

describe.each([1, 2, 7, 1000])('the elements of an array, in chunks of %i bytes', (size) => {
  it.each<[string, string, [number, string | null][]]>([
    ['none', ' [ ] \n', []],
    [
      'texts with brackets, quotes and commas',
      '[{"a":"],}\\"["},\n\n{"b":[1,{}]}]\n',
      [
        [1, '{"a":"],}\\"["}'],
        [3, '{"b":[1,{}]}'],
      ],
    ],
    [
      'one that is no JSON',
      '\ufeff[{"a":},{"b":1},]',
      [
        [1, '{"a":}'],
        [1, '{"b":1}'],
      ],
    ],
    [
      'one that is too long',
      `[{"a":"${'x'.repeat(60)}"},\n{"b":1}]`,
      [
        [1, null],
        [2, '{"b":1}'],
      ],
    ],
    [
      'an array that does not end',
      '[{"a":1},\n{"b":',
      [
        [1, '{"a":1}'],
        [2, '{"b":'],
      ],
    ],
  ])('%s', async (_, text, expected) => expect(await read(text, size)).toEqual(expected));
});
