import { batchError, Refused, singleError } from './errors';
import type { Contents, FindOptions, Updated } from './database';
import { aggregate } from './pipeline';
import { type Document, type Value, copy } from './values';

/**
 * Makes one operation: it travels to the server, `apply` happens there at once and whole, and its answer travels back. `about` is
 * the id of the document that it changes.
 */
export type Operate = <T>(name: string, apply: () => T, writes: boolean, about?: Value) => Promise<T>;

interface Options extends FindOptions {
  upsert?: boolean;
  arrayFilters?: Document[];
  returnDocument?: 'before' | 'after';
  ordered?: boolean;
  includeResultMetadata?: boolean;
}

type BulkOperation = Record<
  string,
  { filter: Document; update: Document; document: Document; replacement: Document } & Options
>;

const answerOf = ({ matched, modified, upsertedId }: Updated) => ({
  acknowledged: true,
  matchedCount: matched,
  modifiedCount: modified,
  upsertedCount: upsertedId === null ? 0 : 1,
  upsertedId,
});

/** The driver's collection, as far as Mongoose and the service call it. */
export class MemoryCollection {
  readonly opts = {};
  readonly buffer = false;

  constructor(
    readonly name: string,
    readonly conn: unknown,
    private readonly operate: Operate,
    private readonly contents: (name: string) => Contents,
  ) {}

  get collectionName(): string {
    return this.name;
  }

  private read<T>(what: string, apply: (contents: Contents) => T): Promise<T> {
    return this.operate(`${this.name}.${what}`, () => apply(this.contents(this.name)), false);
  }

  private write<T>(what: string, apply: (contents: Contents) => T, about?: Value): Promise<T> {
    const applyIt = (): T => {
      try {
        return apply(this.contents(this.name));
      } catch (error) {
        throw error instanceof Refused ? singleError(error) : error;
      }
    };
    return this.operate(`${this.name}.${what}`, applyIt, true, about);
  }

  find = (filter: Document, options: Options = {}) =>
    new MemoryCursor(() => this.read('find', (contents) => contents.find(filter, options)));

  findOne = (filter: Document, options: Options = {}): Promise<Document | null> =>
    this.read('findOne', (contents) => contents.find(filter, { ...options, limit: 1 })[0] ?? null);

  aggregate = (stages: Document[]) =>
    new MemoryCursor(() => this.read('aggregate', (contents) => aggregate(contents, stages, this.contents)));

  count = (filter: Document, options: Options = {}): Promise<number> =>
    this.read('count', (contents) => contents.find(filter, options).length);

  countDocuments = this.count;

  distinct = (path: string, filter: Document): Promise<Value[]> =>
    this.read('distinct', (contents) => [...new Set(contents.find(filter).map((one) => one[path]))]);

  insertOne = (document: Document) =>
    this.write('insertOne', (contents) => {
      contents.insert(document);
      return { acknowledged: true, insertedId: document._id };
    });

  insertMany = (documents: Document[], { ordered = true }: Options = {}) =>
    this.write('insertMany', (contents) => {
      const refused: { index: number; duplicate: Refused['duplicate'] }[] = [];
      for (const [index, document] of documents.entries()) {
        try {
          contents.insert(document);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          refused.push({ index, duplicate: error.duplicate });
          if (ordered) break;
        }
      }
      const insertedCount = documents.length - refused.length;
      if (refused.length > 0) throw batchError(refused, { insertedCount });
      return { acknowledged: true, insertedCount };
    });

  updateOne = (filter: Document, update: Document, options: Options = {}) =>
    this.write(
      'updateOne',
      (contents) => answerOf(contents.update(filter, update, false, options)),
      filter._id,
    );

  updateMany = (filter: Document, update: Document, options: Options = {}) =>
    this.write('updateMany', (contents) => answerOf(contents.update(filter, update, true, options)));

  replaceOne = (filter: Document, document: Document, { upsert }: Options = {}) =>
    this.write('replaceOne', (contents) => answerOf(contents.replace(filter, document, upsert)));

  findOneAndUpdate = (filter: Document, update: Document, options: Options = {}) =>
    this.write(
      'findOneAndUpdate',
      (contents) => {
        const { before, after } = contents.update(filter, update, false, options);
        const found = options.returnDocument === 'after' ? after : before;
        return options.includeResultMetadata ? { ok: 1, value: copy(found) } : copy(found);
      },
      // What begins a message or replaces an attempt adds something.
      '$push' in update ? filter._id : undefined,
    );

  findOneAndDelete = (filter: Document, options: Options = {}) =>
    this.write('findOneAndDelete', (contents) => {
      const [found = null] = contents.remove(filter, false, options.sort);
      return options.includeResultMetadata ? { ok: 1, value: copy(found) } : copy(found);
    });

  deleteOne = (filter: Document) =>
    this.write('deleteOne', (contents) => ({
      acknowledged: true,
      deletedCount: contents.remove(filter, false).length,
    }));

  deleteMany = (filter: Document) =>
    this.write('deleteMany', (contents) => ({
      acknowledged: true,
      deletedCount: contents.remove(filter, true).length,
    }));

  bulkWrite = (operations: BulkOperation[], { ordered = true }: Options = {}) =>
    this.write('bulkWrite', (contents) => bulkWrite(contents, operations, ordered));

  onOpen = (): void => undefined;
  onClose = (): void => undefined;
  _shouldBufferCommands = (): boolean => false;
}

function bulkWrite(contents: Contents, operations: BulkOperation[], ordered: boolean) {
  const done = { insertedCount: 0, matchedCount: 0, modifiedCount: 0, deletedCount: 0, upsertedCount: 0 };
  const refused: { index: number; duplicate: Refused['duplicate'] }[] = [];
  for (const [index, operation] of operations.entries()) {
    const [[name, of]] = Object.entries(operation) as [[string, BulkOperation[string]]];
    try {
      if (name === 'insertOne') {
        contents.insert(of.document);
        done.insertedCount += 1;
      } else if (name === 'deleteOne' || name === 'deleteMany')
        done.deletedCount += contents.remove(of.filter, name === 'deleteMany').length;
      else {
        const { matched, modified, upsertedId } =
          name === 'replaceOne'
            ? contents.replace(of.filter, of.replacement, of.upsert)
            : contents.update(of.filter, of.update, name === 'updateMany', of);
        done.matchedCount += matched;
        done.modifiedCount += modified;
        done.upsertedCount += upsertedId === null ? 0 : 1;
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.push({ index, duplicate: error.duplicate });
      if (ordered) break;
    }
  }
  if (refused.length > 0) throw batchError(refused, done);
  return done;
}

/** Reads everything with its first call. */
class MemoryCursor {
  private rest: Document[] | undefined;

  constructor(private readonly read: () => Promise<Document[]>) {}

  toArray = (): Promise<Document[]> => this.read();

  next = async (): Promise<Document | null> => {
    this.rest ??= await this.read();
    return this.rest.shift() ?? null;
  };

  close = (): Promise<void> => Promise.resolve();
}
