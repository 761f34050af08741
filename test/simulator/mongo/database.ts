import { changed } from './change';
import { refusalOf } from './errors';
import { matches } from './match';
import { type Document, type Value, copy, order, partsOf, reach } from './values';

interface UniqueIndex {
  paths: string[];
  partial?: Document;
}

interface UpdateOptions {
  upsert?: boolean;
  arrayFilters?: Document[];
  sort?: Document;
}

export interface Updated {
  matched: number;
  modified: number;
  upsertedId: Value;
  before: Document | null;
  after: Document | null;
}

/** One collection. Each of its methods is atomic, and returns or keeps nothing that it shares with its caller. */
export class Contents {
  documents = new Map<Value, Document>();
  /** How many documents were written since it was made. */
  changes = 0;

  constructor(
    readonly name: string,
    private readonly unique: UniqueIndex[],
  ) {}

  /** Returns the same contents, whose changes leave these as they are. */
  copy(): Contents {
    const copied = new Contents(this.name, this.unique);
    copied.documents = new Map(this.documents);
    return copied;
  }

  /** Returns the documents themselves. */
  private *found(filter: Document): Generator<Document> {
    const { _id: id } = filter;
    if (typeof id === 'string' || typeof id === 'number') {
      const one = this.documents.get(id);
      if (one && matches(one, filter)) yield one;
      return;
    }
    for (const one of this.documents.values()) if (matches(one, filter)) yield one;
  }

  find(filter: Document, { sort, limit = 0, skip = 0, projection }: FindOptions = {}): Document[] {
    let found: Document[] = [];
    for (const one of this.found(filter)) {
      found.push(one);
      if (!sort && limit > 0 && found.length >= limit + skip) break;
    }
    if (sort) found.sort((a, b) => inOrder(a, b, sort));
    if (skip > 0) found = found.slice(skip);
    if (limit > 0) found = found.slice(0, limit);
    return found.map((one) => project(one, projection));
  }

  insert(document: Document): void {
    const stored = copy(document);
    this.check(stored);
    this.documents.set(stored._id, stored);
    this.changes += 1;
  }

  private check(document: Document, except?: Document): void {
    if (!except && this.documents.has(document._id))
      throw refusalOf(`heliograph.${this.name} index: _id_`, { _id: 1 }, { _id: document._id });
    for (const { paths, partial } of this.unique) {
      if (partial && !matches(document, partial)) continue;
      const keysOf = (one: Document): string[] =>
        paths.reduce<string[]>(
          (keys, path) => {
            const values = reach(one, partsOf(path)).flatMap((value) =>
              Array.isArray(value) ? (value as Value[]) : [value],
            );
            return keys.flatMap((key) => values.map((value) => `${key}\n${JSON.stringify(value ?? null)}`));
          },
          [''],
        );
      const own = new Set(keysOf(document));
      if (own.size === 0) continue;
      for (const other of this.documents.values()) {
        if (other === except || (partial && !matches(other, partial))) continue;
        if (keysOf(other).some((key) => own.has(key)))
          throw refusalOf(
            `heliograph.${this.name} index: ${paths.join('_')}_1`,
            Object.fromEntries(paths.map((path) => [path, 1])),
            Object.fromEntries(paths.map((path) => [path, reach(document, partsOf(path))[0]])),
          );
      }
    }
  }

  update(
    filter: Document,
    update: Document,
    many: boolean,
    { upsert, arrayFilters, sort }: UpdateOptions = {},
  ): Updated {
    if (Array.isArray(update))
      throw new Error('the simulated database does not know updates with a pipeline');
    const result: Updated = { matched: 0, modified: 0, upsertedId: null, before: null, after: null };
    let targets = [...this.found(filter)];
    if (sort) targets.sort((a, b) => inOrder(a, b, sort));
    if (!many) targets = targets.slice(0, 1);
    for (const target of targets) {
      const after = changed(target, update, { filter, arrayFilters });
      if (this.unique.length > 0) this.check(after, target);
      this.documents.set(target._id, after);
      this.changes += 1;
      result.matched += 1;
      result.modified += 1;
      result.before = target;
      result.after = after;
    }
    if (targets.length > 0 || !upsert) return result;
    let made: Document = {};
    for (const [path, wanted] of Object.entries(filter))
      if (
        !path.startsWith('$') &&
        !(typeof wanted === 'object' && wanted !== null && !(wanted instanceof Date))
      )
        made = changed(made, { $set: { [path]: wanted } }, { filter: {} });
    made = changed(made, update, { filter, arrayFilters, inserts: true });
    this.insert(made);
    return { ...result, upsertedId: made._id, after: made };
  }

  replace(filter: Document, document: Document, upsert = false): Updated {
    const [target] = [...this.found(filter)];
    const made = copy({ _id: target?._id ?? filter._id, ...document });
    const result = { matched: target ? 1 : 0, modified: target ? 1 : 0, before: target ?? null, after: made };
    if (!target && !upsert) return { ...result, upsertedId: null };
    if (target) this.check(made, target);
    else this.check(made);
    this.documents.set(made._id, made);
    this.changes += 1;
    return { ...result, upsertedId: target ? null : made._id };
  }

  remove(filter: Document, many: boolean, sort?: Document): Document[] {
    const targets = [...this.found(filter)];
    if (sort) targets.sort((a, b) => inOrder(a, b, sort));
    const removed = many ? targets : targets.slice(0, 1);
    for (const { _id } of removed) this.documents.delete(_id);
    this.changes += removed.length;
    return removed;
  }
}

export interface FindOptions {
  sort?: Document;
  limit?: number;
  skip?: number;
  projection?: Document;
}

function inOrder(a: Document, b: Document, sort: Document): number {
  for (const [path, direction] of Object.entries(sort)) {
    const sign = order(reach(a, partsOf(path))[0], reach(b, partsOf(path))[0]);
    if (sign !== 0) return sign * (direction as number);
  }
  return 0;
}

/** Returns a copy with what a projection asks for. */
export function project(document: Document, projection?: Document): Document {
  const fields = projection && Object.entries(projection);
  if (!fields || fields.length === 0) return copy(document);
  if (fields.some(([name, one]) => typeof one === 'object' || (name.endsWith('.$') && one)))
    throw new Error('the simulated database knows projections of 0 and 1 only');
  if (fields.every(([, one]) => !one)) return copy(changed(document, { $unset: projection }, { filter: {} }));
  const kept: Document = projection._id === 0 || projection._id === false ? {} : { _id: copy(document._id) };
  for (const [path, one] of fields) if (one) keep(document, kept, partsOf(path));
  return kept;
}

function keep(from: Document, to: Document, parts: string[], at = 0): void {
  const part = parts[at] as string;
  const value = from[part];
  if (value === undefined) return;
  if (at === parts.length - 1) to[part] = copy(value);
  else if (Array.isArray(value)) {
    const made = (to[part] ??= value.map(() => ({}))) as Document[];
    value.forEach((one: Document, index) => keep(one, made[index] as Document, parts, at + 1));
  } else if (typeof value === 'object' && value !== null)
    keep(value as Document, (to[part] ??= {}) as Document, parts, at + 1);
}
