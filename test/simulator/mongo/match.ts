import { type Document, type Value, compare, isEqual, isObject, partsOf, reach } from './values';

/** Returns whether a document matches a filter. Throws for what this database does not know. */
export function matches(document: Value, filter: Document): boolean {
  for (const key in filter) {
    const wanted = filter[key];
    if (key.startsWith('$')) {
      if (!holds(document, key, wanted as Document[])) return false;
    } else if (!meets(reach(document, partsOf(key)), wanted)) return false;
  }
  return true;
}

function holds(document: Value, operator: string, filters: Document[]): boolean {
  switch (operator) {
    case '$or':
      return filters.some((one) => matches(document, one));
    case '$and':
      return filters.every((one) => matches(document, one));
    case '$nor':
      return !filters.some((one) => matches(document, one));
    default:
      throw new Error(`the simulated database does not know the filter ${operator}`);
  }
}

const hasOperators = (wanted: Value): wanted is Document => {
  if (!isObject(wanted)) return false;
  for (const key in wanted) return key.startsWith('$');
  return false;
};

/** Returns whether the values that a path leads to meet a condition. */
function meets(found: Value[], wanted: Value): boolean {
  if (!hasOperators(wanted)) return found.some((one) => isIn(one, wanted));
  for (const operator in wanted) if (!test(found, operator, wanted[operator])) return false;
  return true;
}

const isIn = (value: Value, wanted: Value): boolean =>
  isEqual(value, wanted) || (Array.isArray(value) && value.some((one: Value) => isEqual(one, wanted)));

function test(found: Value[], operator: string, wanted: Value): boolean {
  switch (operator) {
    case '$eq':
      return found.some((one) => isIn(one, wanted));
    case '$ne':
      return !found.some((one) => isIn(one, wanted));
    case '$in':
      return (wanted as Value[]).some((each) => found.some((one) => isIn(one, each)));
    case '$nin':
      return !(wanted as Value[]).some((each) => found.some((one) => isIn(one, each)));
    case '$gt':
      return found.some((one) => compares(one, wanted, (sign) => sign > 0));
    case '$gte':
      return found.some((one) => compares(one, wanted, (sign) => sign >= 0));
    case '$lt':
      return found.some((one) => compares(one, wanted, (sign) => sign < 0));
    case '$lte':
      return found.some((one) => compares(one, wanted, (sign) => sign <= 0));
    case '$exists':
      return found.some((one) => one !== undefined) === Boolean(wanted);
    case '$size':
      return found.some((one) => Array.isArray(one) && one.length === wanted);
    case '$not':
      return !meets(found, wanted);
    case '$elemMatch':
      return found.some(
        (one) =>
          Array.isArray(one) &&
          one.some((element: Value) =>
            hasOperators(wanted) ? meets([element], wanted) : matches(element, wanted as Document),
          ),
      );
    default:
      throw new Error(`the simulated database does not know the condition ${operator}`);
  }
}

function compares(value: Value, wanted: Value, is: (sign: number) => boolean): boolean {
  if (Array.isArray(value)) return value.some((one: Value) => compares(one, wanted, is));
  const sign = compare(value, wanted);
  return sign !== null && is(sign);
}
