import fc from 'fast-check';

const SURROGATES = { from: 0xd800, count: 0x800 };
const LAST = 0x10ffff;

/** Any character that Unicode has or may get: every code point but the halves of surrogate pairs. */
const anyCharacter = fc.nat(LAST - SURROGATES.count).map(
  (index) => String.fromCodePoint(index < SURROGATES.from ? index : index + SURROGATES.count),
  (character) => {
    if (typeof character !== 'string' || !/^[^]$/u.test(character)) throw new Error('no character');
    const point = character.codePointAt(0)!;
    return point < SURROGATES.from ? point : point - SURROGATES.count;
  },
);

/** Any text. `fc.string({ unit: 'binary' })` gives the same, and takes a second to build its table of characters. */
export const anyText = (constraints: { maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: anyCharacter });
