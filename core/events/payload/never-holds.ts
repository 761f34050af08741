import { type Comparison, compares, type Scalar } from '../../sequences/condition';
import { suggestion } from '../../shared/suggestion';
import { checkPayload, nounsOf } from './check-payload';
import type { PayloadSchema, PayloadType } from './schema';

/** What is wrong with a comparison of a declared value. `key` is the comparison's. */
interface Misfit {
  key: keyof Comparison;
  /** Why it is never true, in words that follow the value's name. */
  rule: string;
}

const NUMBERS: readonly PayloadType[] = ['number', 'integer'];
const SEARCHED: readonly PayloadType[] = ['string', 'array'];

/** Returns why comparisons are never true of a value that fits the schema. A missing value satisfies none of these. */
export function neverHolds(schema: PayloadSchema, comparison: Comparison): Misfit[] {
  const { is, in: among = [], contains, at_least: least, at_most: most } = comparison;
  const misfits: [keyof Comparison, string | undefined][] = [
    ['is', is === undefined ? undefined : misfitOf(schema, is)],
    [
      'in',
      among[0] !== undefined && among.every((one) => checkPayload(schema, one))
        ? misfitOf(schema, among[0])
        : undefined,
    ],
    ['contains', contains === undefined ? undefined : partMisfit(schema, contains)],
    ['at_least', least === undefined ? undefined : boundMisfit(schema, { at_least: least })],
    ['at_most', most === undefined ? undefined : boundMisfit(schema, { at_most: most })],
  ];
  return misfits.flatMap(([key, rule]) => (rule === undefined ? [] : [{ key, rule }]));
}

/** Whether every payload that fits has a value at these names: each is required, and not null. */
export function isAlwaysThere(payload: PayloadSchema, names: readonly string[]): boolean {
  let schema: PayloadSchema | undefined = payload;
  for (const name of names) {
    const isRequired: boolean = schema.required?.includes(name) ?? false;
    schema = schema.properties?.[name];
    if (!isRequired || !schema || checkPayload(schema, null) === undefined) return false;
  }
  return true;
}

/** Returns why a value cannot be the given one, with what may have been meant; undefined: it can. */
export function misfitOf(schema: PayloadSchema, given: Scalar): string | undefined {
  const misfit = checkPayload(schema, given);
  return misfit && `${misfit.rule}${meant(schema, given)}`;
}

function meant(schema: PayloadSchema, given: Scalar): string {
  const fits = (other: unknown): boolean => checkPayload(schema, other) === undefined;
  if (typeof given !== 'string') return fits(String(given)) ? ' (put it in quotes)' : '';
  const bare = given === 'true' || (given !== 'false' && given.trim() !== '' ? Number(given) : false);
  if (!Number.isNaN(bare) && String(bare) === given && fits(bare)) return ' (remove the quotes)';
  return suggestion(given, valuesOf(schema)?.map(String) ?? []);
}

/** The only values that there can be; undefined: there are others. */
const valuesOf = ({ const: only, enum: some }: PayloadSchema) => (only === undefined ? some : [only]);

/** Returns why no text and no list of the schema has the part. */
function partMisfit(schema: PayloadSchema, part: Scalar): string | undefined {
  const values = valuesOf(schema);
  if (values) return noneOf(schema, values, { contains: part });
  const { type = SEARCHED, maxLength, items } = schema;
  if (!type.some((one) => SEARCHED.includes(one)))
    return `is ${nounsOf(type)}, and only texts and lists contain something`;
  if (type.includes('array')) {
    const misfit = items && misfitOf(items, part);
    return misfit !== undefined && !type.includes('string')
      ? `has entries, of which each ${misfit}`
      : undefined;
  }
  return maxLength !== undefined && [...String(part)].length > maxLength
    ? `must have at most ${maxLength} characters`
    : undefined;
}

/** Returns why no number of the schema is within the bound. */
function boundMisfit(schema: PayloadSchema, bound: Comparison): string | undefined {
  const values = valuesOf(schema);
  if (values) return noneOf(schema, values, bound);
  const { type = NUMBERS, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (!type.some((one) => NUMBERS.includes(one))) return `is ${nounsOf(type)}, and only numbers have a size`;
  const { at_least: least = -Infinity, at_most: most = Infinity } = bound;
  if (maximum !== undefined && least > maximum) return `must be at most ${maximum}`;
  if (minimum !== undefined && most < minimum) return `must be at least ${minimum}`;
  if (exclusiveMaximum !== undefined && least >= exclusiveMaximum)
    return `must be less than ${exclusiveMaximum}`;
  if (exclusiveMinimum !== undefined && most <= exclusiveMinimum)
    return `must be more than ${exclusiveMinimum}`;
  return undefined;
}

/** Returns the rule that the schema's values break, if none of them satisfies the comparison. */
const noneOf = (
  schema: PayloadSchema,
  values: readonly unknown[],
  comparison: Comparison,
): string | undefined =>
  values.some((value) => checkPayload(schema, value) === undefined && compares(value, comparison))
    ? undefined
    : `must be ${values.length === 1 ? '' : 'one of '}${values.map(String).join(', ')}`;
