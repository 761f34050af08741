import type mongoose from 'mongoose';

/** What a repository asked the database to find, whatever it then does with it. */
export interface Asked {
  collection: string;
  method: string;
  filter: Record<string, unknown>;
  sort?: Record<string, unknown>;
}

/** An index as `schema.indexes()` gives it: keys and options. */
type DeclaredIndex = [keys: Record<string, unknown>, options: Record<string, unknown>];

const FINDERS =
  /^(find|findOne|findOneAndUpdate|findOneAndDelete|count|countDocuments|(update|delete)(One|Many)|distinct|bulkWrite|aggregate)$/;
const KNOWN = /^(insertMany|insertOne|createIndex|createCollection)$/;

/** Notes every query that goes over a connection from now on, in mongoose's own debug log. */
export function recordQueries(connection: mongoose.Connection): Asked[] {
  const asked: Asked[] = [];
  connection.set('debug', (collection: string, method: string, ...args: unknown[]) => {
    if (KNOWN.test(method)) return;
    if (!FINDERS.test(method)) throw new Error(`${collection}.${method} is a query of an unknown kind`);
    for (const { filter, sort } of queriesOf(method, args)) asked.push({ collection, method, filter, sort });
  });
  return asked;
}

function queriesOf(method: string, args: unknown[]): Pick<Asked, 'filter' | 'sort'>[] {
  if (method === 'bulkWrite') {
    const operations = args[0] as Record<string, { filter?: Record<string, unknown> }>[];
    // An insert has no filter.
    return operations
      .flatMap((one) => Object.values(one))
      .flatMap(({ filter }) => (filter ? [{ filter }] : []));
  }
  if (method === 'aggregate') {
    const [first] = args[0] as { $match?: Record<string, unknown> }[];
    return [{ filter: first?.$match ?? {} }];
  }
  const [filter, ...others] = method === 'distinct' ? args.slice(1) : args;
  const sort = others
    .map((one) => (one as { sort?: unknown } | undefined)?.sort)
    .find((one): one is Record<string, unknown> => typeof one === 'object');
  return [
    {
      filter: (filter ?? {}) as Record<string, unknown>,
      sort: sort instanceof Map ? Object.fromEntries(sort) : sort,
    },
  ];
}

const isOperators = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.keys(value).some((key) => key.startsWith('$'));

/** Whether a condition bounds an index to a value or a list of them. */
const isPoint = (condition: unknown): boolean =>
  !isOperators(condition) || '$eq' in condition || '$in' in condition;
const isRange = (condition: unknown): boolean =>
  isOperators(condition) &&
  (['$lt', '$lte', '$gt', '$gte'].some((operator) => operator in condition) || isRange(condition.$elemMatch));
/** Sparse and partial indexes lack documents without the field. */
const needsField = (condition: unknown): boolean =>
  condition !== null && condition !== undefined && (isPoint(condition) || isRange(condition));

/**
 * Whether a declared index bounds a query and gives its order: its keys are points of the filter first, then those of
 * the sort, and a range may be the last (MongoDB manual, "The ESR Guideline"). What more the filter asks is held
 * against what the index found.
 */
export function isServed({ filter, sort = {} }: Asked, declared: DeclaredIndex[]): boolean {
  const sorted = Object.keys(sort);
  return [[{ _id: 1 }, {}] as DeclaredIndex, ...declared].some(([keys, options]) => {
    const fields = Object.keys(keys);
    const [first = ''] = fields;
    if ((options.sparse || options.partialFilterExpression) && !needsField(filter[first])) return false;
    let at = 0;
    while (
      at < fields.length &&
      fields[at]! in filter &&
      isPoint(filter[fields[at]!]) &&
      !sorted.includes(fields[at]!)
    )
      at += 1;
    const orders = sorted.every((field, index) => fields[at + index] === field);
    if (!orders) return false;
    if (at > 0) return true;
    // A sort over all there is, or a range over the first key.
    if (Object.keys(filter).length === 0) return sorted.length > 0;
    return first in filter && isRange(filter[first]);
  });
}
