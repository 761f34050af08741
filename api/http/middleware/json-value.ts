import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { fieldPath } from '../../../core/shared/field-path';
import { type ExactNumbers, examineJson } from '../../../core/shared/json-text';
import { ApiError, invalid } from '../api-error';

const MAX_DEPTH = 100;
/** Maximum number of commas and opening brackets. To parse and check one takes up to a microsecond, without a break. */
const MAX_PARTS = 50_000;

/** What the JSON is, in an error. */
type Whole = 'body' | 'line';

/** Throws a 400 if JSON is not UTF-8 (RFC 8259 section 8.1), or has too many parts. The parser would replace other bytes without an error. */
export function checkJsonBytes(json: Buffer, whole: Whole = 'body'): void {
  if (!isUtf8(json)) throw new ApiError('VALIDATION_ERROR', `The ${whole} is not valid UTF-8.`);
  if (partsOf(json) <= MAX_PARTS) return;
  const message = `The ${whole} has too many values: more than ${MAX_PARTS} commas and opening brackets outside of strings. Send less in one ${whole === 'body' ? 'request' : 'line'}.`;
  throw new ApiError('VALIDATION_ERROR', message);
}

const [QUOTE, ESCAPE, COMMA, LIST, OBJECT] = Buffer.from('"\\,[{');

/** Returns the number of commas and opening brackets outside of texts. */
function partsOf(json: Buffer): number {
  let parts = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === COMMA || byte === LIST || byte === OBJECT) parts += 1;
    if (byte !== QUOTE) continue;
    for (at += 1; at < json.length && json[at] !== QUOTE; at += 1) if (json[at] === ESCAPE) at += 1;
  }
  return parts;
}

/**
 * Returns the numbers of a JSON text that their doubles round. Throws a 400 if its meaning is not what the parser made of it.
 * Lets other requests run in between.
 */
export async function exactNumbersIn(text: string, parsed: unknown): Promise<ExactNumbers> {
  const examination = examineJson(text, parsed);
  let step = examination.next();
  while (!step.done) {
    await setImmediate();
    step = examination.next();
  }
  if ('rule' in step.value) throw invalid(fieldPath(step.value.path), step.value.rule);
  return step.value.exact;
}

/** A place in the body. Its path is built only for an error. */
interface Place {
  value: unknown;
  key: PropertyKey | null;
  parent: Place | null;
  depth: number;
}

/** Throws a 400 if a value is too deep, or has a text or key that is not allowed. It walks without recursion, because the depth is not trusted. */
export function checkJsonValue(root: unknown, whole: Whole = 'body'): void {
  const todo: Place[] = [{ value: root, key: null, parent: null, depth: 0 }];
  for (let place = todo.pop(); place; place = todo.pop()) {
    const { value, depth } = place;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) {
      throw new ApiError('VALIDATION_ERROR', `The ${whole} is nested deeper than ${MAX_DEPTH} levels.`);
    }
    const isArray = Array.isArray(value);
    for (const key of Object.keys(value)) {
      const inner = (value as Record<string, unknown>)[key];
      const at: Place = { value: inner, key: isArray ? Number(key) : key, parent: place, depth: depth + 1 };
      if (key === '__proto__' && hasFieldsOfOurs(place)) throw invalidAt(at, 'is not allowed as a key');
      const problem = (isArray ? undefined : textProblem(key)) ?? textProblem(inner);
      if (problem !== undefined) throw invalidAt(at, problem);
      if (typeof inner === 'object' && inner !== null) todo.push(at);
    }
  }
}

/**
 * Returns whether a place is the body itself or a recipient of `to`. A `__proto__` there would be lost without an error.
 * Deeper it is data, or an unknown key like any other.
 */
function hasFieldsOfOurs({ key, parent }: Place): boolean {
  if (!parent || (key === 'to' && !parent.parent)) return true;
  return typeof key === 'number' && parent.key === 'to' && parent.parent?.parent === null;
}

function textProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (value.includes('\0')) return 'must not contain NUL characters';
  return value.isWellFormed() ? undefined : 'must be well-formed Unicode, without lone surrogates';
}

function invalidAt(place: Place, words: string): ApiError {
  const path: PropertyKey[] = [];
  for (let at: Place | null = place; at; at = at.parent) if (at.key !== null) path.unshift(at.key);
  return invalid(fieldPath(path).toWellFormed().replaceAll('\0', '\ufffd'), words);
}
