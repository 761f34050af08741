import { matches } from './match';
import { type Document, type Value, copy, isEqual, isObject, order, partsOf } from './values';

/** Where a path leads to: `key` of `holder`, which an update may write. */
interface Place {
  holder: Document;
  key: string;
}

interface Context {
  filter: Document;
  arrayFilters: Document[];
  /** Whether objects that are missing on the way are made. */
  makes: boolean;
  /** The objects and arrays that are copies already. */
  own: Set<Value>;
}

/**
 * Returns a document as an update with operators makes it. What the update does not lead to is shared with the document that was,
 * which is left as it is.
 */
export function changed(
  before: Document,
  update: Document,
  {
    filter,
    arrayFilters = [],
    inserts = false,
  }: { filter: Document; arrayFilters?: Document[]; inserts?: boolean },
): Document {
  const document = { ...before };
  const own = new Set<Value>([document]);
  // Filters are about the document as it was.
  const todo: (() => void)[] = [];
  for (const operator in update) {
    if (operator === '$setOnInsert' && !inserts) continue;
    const act = ACTS[operator];
    if (!act) throw new Error(`the simulated database does not know the update ${operator}`);
    const makes = operator !== '$unset' && operator !== '$pull';
    const fields = update[operator] as Document;
    for (const path in fields)
      for (const { holder, key } of placesOf(document, path, { filter, arrayFilters, makes, own }))
        todo.push(() => act(holder, key, fields[path]));
  }
  for (const act of todo) act();
  return document;
}

const set = (holder: Document, key: string, value: Value): void => {
  holder[key] = copy(value);
};

const listIn = (holder: Document, key: string): Value[] => {
  const list = holder[key] ?? [];
  if (!Array.isArray(list)) throw new Error(`The field '${key}' must be an array`);
  const own = [...(list as Value[])];
  holder[key] = own;
  return own;
};

const eachOf = (value: Value): Value[] =>
  isObject(value) && '$each' in value ? (value.$each as Value[]) : [value];

const ACTS: Record<string, (holder: Document, key: string, value: Value) => void> = {
  $set: set,
  $setOnInsert: set,
  $unset: (holder, key) => {
    delete holder[key];
  },
  $inc: (holder, key, by) => {
    holder[key] = ((holder[key] as number | undefined) ?? 0) + (by as number);
  },
  $min: (holder, key, value) => {
    if (holder[key] === undefined || order(value, holder[key]) < 0) set(holder, key, value);
  },
  $max: (holder, key, value) => {
    if (holder[key] === undefined || order(value, holder[key]) > 0) set(holder, key, value);
  },
  $push: (holder, key, value) => {
    const list = listIn(holder, key);
    const { $slice, $position = list.length } = (isObject(value) ? value : {}) as Record<
      string,
      number | undefined
    >;
    list.splice($position, 0, ...copy(eachOf(value)));
    if ($slice === undefined) return;
    if ($slice < 0) list.splice(0, Math.max(0, list.length + $slice));
    else list.splice($slice);
  },
  $addToSet: (holder, key, value) => {
    const list = listIn(holder, key);
    for (const one of eachOf(value)) if (!list.some((known) => isEqual(known, one))) list.push(copy(one));
  },
  $pull: (holder, key, value) => {
    if (holder[key] === undefined) return;
    holder[key] = listIn(holder, key).filter((one) => !isPulled(one, value));
  },
};

function isPulled(one: Value, wanted: Value): boolean {
  if (!isObject(wanted)) return isEqual(one, wanted);
  const [first = ''] = Object.keys(wanted);
  return first.startsWith('$') ? matches({ one }, { one: wanted }) : isObject(one) && matches(one, wanted);
}

/** Returns what a key of a holder leads to, as a copy that may be changed. */
function ownIn(holder: Document, key: string, own: Set<Value>): Document {
  const value = holder[key] as Document;
  if (own.has(value)) return value;
  const copied = (Array.isArray(value) ? [...(value as Value[])] : { ...value }) as Document;
  own.add(copied);
  holder[key] = copied;
  return copied;
}

function placesOf(document: Document, path: string, context: Context): Place[] {
  const parts = partsOf(path);
  const found: Place[] = [];
  walk(document, parts, { at: 0, context, found });
  return found;
}

function walk(
  holder: Document,
  parts: string[],
  { at, context, found }: { at: number; context: Context; found: Place[] },
): void {
  const part = parts[at] as string;
  const isLast = at === parts.length - 1;
  const enter = (key: string): void => {
    if (isLast) return void found.push({ holder, key });
    if (holder[key] === undefined || holder[key] === null) {
      if (!context.makes) return;
      if (holder[key] === null || parts[at + 1]?.startsWith('$'))
        throw new Error(`Cannot create field in element {${key}}`);
      holder[key] = {};
    }
    if (typeof holder[key] === 'object')
      walk(ownIn(holder, key, context.own), parts, { at: at + 1, context, found });
    else if (context.makes)
      throw new Error(`Cannot create field in element {${key}: ${JSON.stringify(holder[key])}}`);
  };
  if (!part.startsWith('$')) return enter(part);
  if (!Array.isArray(holder))
    throw new Error(`Cannot apply array updates to a field that is no array: ${parts.join('.')}`);
  const list = holder as unknown as Value[];
  if (part === '$') {
    const index = positionOf(list, parts.slice(0, at).join('.'), context.filter);
    if (index === -1)
      throw new Error('The positional operator did not find the match needed from the query.');
    return enter(String(index));
  }
  const name = part.slice(2, -1);
  for (const [index, element] of list.entries()) {
    if (name === '' || isFiltered(element, name, context.arrayFilters)) enter(String(index));
  }
}

/** Returns the first element of an array that the filter of the update is about. */
function positionOf(list: Value[], field: string, filter: Document): number {
  return list.findIndex((element) =>
    Object.entries(filter).every(([key, wanted]) => {
      if (key !== field && !key.startsWith(`${field}.`)) return true;
      return matches({ of: [element] }, { [`of${key.slice(field.length)}`]: wanted });
    }),
  );
}

function isFiltered(element: Value, name: string, arrayFilters: Document[]): boolean {
  const filter = arrayFilters.find((one) =>
    Object.keys(one).some((key) => key === name || key.startsWith(`${name}.`)),
  );
  if (!filter) throw new Error(`No array filter found for identifier '${name}'`);
  return matches({ [name]: element }, filter);
}
