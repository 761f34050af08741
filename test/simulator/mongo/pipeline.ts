import type { Contents, FindOptions } from './database';
import { matches } from './match';
import { type Document, type Value, copy, isEqual, isObject, partsOf, reach } from './values';

/** Runs the stages that the service uses of an aggregation, and throws for others. */
export function aggregate(
  from: Contents,
  stages: Document[],
  collection: (name: string) => Contents,
): Document[] {
  let documents: Document[] | null = null;
  for (const stage of stages) {
    const [[name, what]] = Object.entries(stage) as [[string, Document]];
    if (name === '$match')
      documents = documents ? documents.filter((one) => matches(one, what)) : from.find(what);
    else if (name === '$project') documents = (documents ?? from.find({})).map((one) => projected(one, what));
    else if (name === '$lookup')
      documents = (documents ?? from.find({})).map((one) => lookedUp(one, what, collection));
    else throw new Error(`the simulated database does not know the stage ${name}`);
  }
  return documents ?? from.find({} satisfies FindOptions);
}

function projected(document: Document, fields: Document): Document {
  const made: Document = fields._id === 0 ? {} : { _id: document._id };
  for (const [name, what] of Object.entries(fields)) {
    if (isObject(what) && '$literal' in what) made[name] = copy(what.$literal);
    else if (typeof what === 'string' && what.startsWith('$')) made[name] = reached(document, what.slice(1));
    else if (what === 1) made[name] = copy(document[name]);
    else if (name !== '_id')
      throw new Error(`the simulated database does not know this projection of ${name}`);
  }
  return made;
}

/** A path through an array leads to an array of what its elements have. */
function reached(document: Document, path: string): Value {
  const found = reach(document, partsOf(path)).filter((one) => one !== undefined);
  return Array.isArray(document[partsOf(path)[0] ?? '']) ? copy(found) : copy(found[0]);
}

function lookedUp(document: Document, what: Document, collection: (name: string) => Contents): Document {
  const { from, localField, foreignField, as } = what as Record<string, string>;
  const own = document[localField ?? ''];
  const filter = typeof own === 'string' ? { [foreignField ?? '']: own } : {};
  const found = collection(from ?? '')
    .find(filter)
    .filter((one) => isEqual(one[foreignField ?? ''], own));
  return { ...document, [as ?? '']: found };
}
