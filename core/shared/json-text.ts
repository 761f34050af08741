import { heldNumber } from './exact-number';

/** The numbers of a JSON value that their doubles round, each in its `form`: by object or array, then by key. */
export type ExactNumbers = Map<object, Map<PropertyKey, string>>;

/** Why a JSON text has no one meaning. `path` leads to the member. */
export interface JsonProblem {
  path: PropertyKey[];
  rule: string;
}

/** An object or array around the place that is read. */
interface Frame {
  /** What the parser made of it. */
  value: unknown;
  key: PropertyKey;
  /** Keys so far; null: an array. */
  keys: Set<string> | null;
  /** Whether the next text is a key. */
  wantsKey: boolean;
}

const [QUOTE, ESCAPE, COMMA, LIST, LIST_END, OBJECT, OBJECT_END, MINUS, ZERO, NINE] = Array.from(
  '"\\,[]{}-09',
  (character) => character.charCodeAt(0),
) as [number, number, number, number, number, number, number, number, number, number];

/** Characters that are examined without a break. If all are long numbers, they take about 10 ms. */
const SLICE = 65_536;

const REPEATED = 'is repeated in its object. Send it once';
const NOT_KEPT =
  'must be a number that a double (IEEE 754) can hold. Send a larger or longer number as a string';

/**
 * Examines a JSON text for what JSON.parse loses without an error: repeated members (RFC 7493 section 2.3), and numbers
 * beyond a double (RFC 8259 section 6). `parsed` is what JSON.parse returned for it. Returns the first problem, or the
 * numbers that the doubles round. Takes time in proportion to the text, whatever it says, and yields in between.
 */
export function* examineJson(
  text: string,
  parsed: unknown,
): Generator<void, JsonProblem | { exact: ExactNumbers }> {
  let pause = SLICE;
  const exact: ExactNumbers = new Map();
  const frames: Frame[] = [];
  const problem = (rule: string): JsonProblem => ({ path: frames.map(({ key }) => key), rule });
  let top: Frame | undefined;
  const open = (keys: Frame['keys']): void => {
    top = { value: top ? memberOf(top) : parsed, key: 0, keys, wantsKey: keys !== null };
    frames.push(top);
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (at >= pause) {
      pause = at + SLICE;
      yield;
    }
    if (code === QUOTE) {
      const end = endOfText(text, at);
      if (top?.wantsKey && top.keys) {
        const raw = text.slice(at, end + 1);
        const key = raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1);
        top.key = key;
        if (top.keys.has(key)) return problem(REPEATED);
        top.keys.add(key);
        top.wantsKey = false;
      }
      at = end;
    } else if (code === OBJECT) open(new Set());
    else if (code === LIST) open(null);
    else if (code === OBJECT_END || code === LIST_END) {
      frames.pop();
      top = frames.at(-1);
    } else if (code === COMMA && top) {
      if (top.keys) top.wantsKey = true;
      else top.key = Number(top.key) + 1;
    } else if (top && (code === MINUS || (code >= ZERO && code <= NINE))) {
      const number = numberAt(text, at);
      const held = heldNumber(number);
      if (held === 'lost') return problem(NOT_KEPT);
      if (held !== 'exact') note(exact, top, held.form);
      at += number.length - 1;
    }
  }
  return { exact };
}

function memberOf({ value, key }: Frame): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : null;
}

function note(exact: ExactNumbers, { value, key }: Frame, form: string): void {
  if (typeof value !== 'object' || value === null) return;
  const members = exact.get(value) ?? new Map<PropertyKey, string>();
  exact.set(value, members.set(key, form));
}

/** Returns the position of the quote that ends the text at `start`. */
function endOfText(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === ESCAPE ? 2 : 1;
  return at;
}

const NUMBER_AT = /[-+.\deE]+/y;

function numberAt(json: string, at: number): string {
  NUMBER_AT.lastIndex = at;
  return NUMBER_AT.exec(json)?.[0] ?? '';
}
