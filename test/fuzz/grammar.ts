import fc from 'fast-check';
import { anyText } from '../support/any-text';

const HARMFUL_KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', ''];
const HARMFUL_TEXTS = [
  ...HARMFUL_KEYS,
  ...['\0', '\r\n', '\u2028', '\ud800', '<script>', '{{x}}', '${x}', '%00', '../..', '$where', 'null'],
  ...['9'.repeat(40), '1e999', '-0', 'NaN', ' ', '\ufeff', 'İ', 'ﬃ', '💥'],
];

/** Texts, among them those that have harmed others. */
export const text = fc.oneof(fc.constantFrom(...HARMFUL_TEXTS), fc.string({ maxLength: 12 }), anyText());

/** A piece again and again, up to this many characters: what takes time in proportion to more than its length shows so. */
export const repeated = (piece: fc.Arbitrary<string>, most = 60_000): fc.Arbitrary<string> =>
  fc
    .tuple(piece, fc.integer({ min: 1, max: most }))
    .map(([one, times]) =>
      one.repeat(Math.min(times, Math.ceil(most / Math.max(one.length, 1)))).slice(0, most),
    );

/** An object with these keys as its own, as JSON.parse makes it. */
export const objectOf = (entries: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
  JSON.parse(
    `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`,
  ) as Record<string, unknown>;

export const key = fc.oneof(fc.constantFrom(...HARMFUL_KEYS), fc.constantFrom('a', 'id', 'to'), text);

/** Any value of JSON. */
export const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      text,
      fc.integer(),
      fc.constantFrom(0, -1, 1.5, 1e21, 5e-324, Number.MAX_VALUE, 2 ** 53, null, true, false),
    ),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('json')), { maxLength: 4 }).map(objectOf),
  ),
}));

interface Change {
  /** Which of the places of the value. */
  at: number;
  how: 'replace' | 'remove' | 'add' | 'repeat' | 'wrap';
  key: string;
  value: unknown;
  times: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(1000),
  how: fc.constantFrom('replace', 'replace', 'remove', 'add', 'repeat', 'wrap'),
  key,
  value: json,
  times: fc.integer({ min: 2, max: 300 }),
});

/** One of these values with some of its places changed. */
export const changedJson = (values: readonly unknown[], most = 3): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.constantFrom(...values), fc.array(change, { maxLength: most }))
    .map(([value, changes]) => changes.reduce(changed, JSON.parse(JSON.stringify(value)) as unknown));

type Holder = Record<string, unknown>;

function changed(root: unknown, { at, how, key: name, value, times }: Change): unknown {
  const holder: Holder = { root };
  const places: [Holder, string][] = [];
  const visit = (inner: unknown): void => {
    if (typeof inner !== 'object' || inner === null) return;
    for (const own of Object.keys(inner)) {
      places.push([inner as Holder, own]);
      visit((inner as Holder)[own]);
    }
  };
  visit(holder);
  const [owner, own] = places[at % places.length]!;
  const old = owner[own];
  if (how === 'remove' && owner !== holder) delete owner[own];
  else if (how === 'add') add(owner === holder ? old : owner, name, value);
  else owner[own] = how === 'replace' || how === 'remove' ? value : how === 'wrap' ? [old] : many(old, times);
  // Holes that a removal from a list leaves are null, as in JSON.
  return JSON.parse(JSON.stringify(holder.root ?? null)) as unknown;
}

function add(owner: unknown, name: string, value: unknown): void {
  if (Array.isArray(owner)) owner.push(value);
  else if (typeof owner === 'object' && owner !== null)
    Object.defineProperty(owner, name, { value, enumerable: true, configurable: true, writable: true });
}

function many(value: unknown, times: number): unknown {
  if (typeof value === 'string') return value.repeat(times).slice(0, 20_000);
  const size = JSON.stringify(value ?? null).length;
  return Array.from({ length: Math.min(times, Math.ceil(50_000 / size)) }, () => value);
}

interface Edit {
  at: number;
  drop: number;
  insert: string;
}

/** One of these texts with some of its parts cut out, replaced and repeated. `pieces` are words of its language. */
export function changedText(texts: readonly string[], pieces: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const edit: fc.Arbitrary<Edit> = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    drop: fc.oneof(fc.nat(3), fc.nat(80)),
    insert: fc.oneof(
      { weight: 8, arbitrary: fc.oneof(pieces, text) },
      { weight: 1, arbitrary: repeated(fc.oneof(pieces, text), 20_000) },
    ),
  });
  return fc.tuple(fc.constantFrom(...texts), fc.array(edit, { maxLength: 5 })).map(([source, edits]) =>
    edits.reduce((now, { at, drop, insert }) => {
      const start = Math.floor(at * now.length);
      return now.slice(0, start) + insert + now.slice(start + drop);
    }, source),
  );
}
