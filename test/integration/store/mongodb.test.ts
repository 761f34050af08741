import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import { type StoreConnection, connectStore } from '../../../store/connection';
import { withDatabase } from '../../../tools/dev/servers/mongo-address';

// What the store relies on, held against the MongoDB that the tests use: a real one, or its stand-in.

interface Doc {
  _id: string;
  n?: number | null;
  m?: number;
  name?: string | null;
  active?: boolean;
  list?: unknown[] | null;
  parts?: { id: string; n: number }[];
  inner?: { list: unknown[] | null; n: number | null } | null;
}

let connection: StoreConnection;
let docs: mongo.Collection<Doc>;
beforeAll(async () => {
  connection = connectStore(
    withDatabase(String(process.env.HELIOGRAPH_TEST_MONGODB_URI), `m${randomUUID().slice(0, 8)}`),
  );
  await connection.connected;
});
afterAll(async () => {
  await connection.mongoose.dropDatabase();
  await connection.close();
});
beforeEach(() => {
  docs = connection.mongoose.getClient().db(connection.mongoose.name).collection<Doc>(`c${randomUUID()}`);
});

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

describe('an answer is of one moment', () => {
  test.each(['before', 'after'] as const)(
    'of racing increments each is told its own: %s',
    async (returnDocument) => {
      await docs.insertOne({ _id: 'one', n: 0 });
      const answers = await Promise.all(
        times(1_000, () => docs.findOneAndUpdate({ _id: 'one' }, { $inc: { n: 1 } }, { returnDocument })),
      );
      expect(new Set(answers.map((answer) => answer?.n)).size).toBe(1_000);
    },
  );

  test('who reads while a document changes never sees half of a change', async () => {
    const list = times(50, (n) => n);
    await docs.insertOne({ _id: 'one', n: 0, m: 0, list });
    const torn: unknown[] = [];
    await Promise.all(
      times(500, async (n) => {
        const [, read] = await Promise.all([
          docs.updateOne({ _id: 'one' }, { $inc: { n: 1 }, $set: { list, name: `at ${n}` }, $max: { m: n } }),
          docs.findOneAndUpdate({ _id: 'one' }, { $push: { list: 'last' } }, { returnDocument: 'after' }),
        ]);
        if (read?.list?.at(-1) !== 'last') torn.push(read?.list?.at(-1));
      }),
    );
    expect(torn).toEqual([]);
  });
});

describe('an update of a value that it is not made for is refused and changes nothing', () => {
  const nulls = { name: 'as it was', n: null, list: null, inner: { list: null, n: null } };
  test.each<[string, mongo.UpdateFilter<Doc>, number]>([
    ['$pull', { $pull: { list: 1 } }, 2],
    ['$pull deeper', { $pull: { 'inner.list': 1 } }, 2],
    ['$pullAll', { $pullAll: { list: [1] } }, 2],
    ['$push', { $push: { list: 1 } }, 2],
    ['$addToSet', { $addToSet: { list: 1 } }, 2],
    ['$addToSet deeper', { $addToSet: { 'inner.list': 1 } }, 2],
    ['$pop', { $pop: { list: 1 } }, 14],
    ['$inc', { $inc: { n: 1 } }, 14],
    ['$inc deeper', { $inc: { 'inner.n': 1 } }, 14],
    ['$mul', { $mul: { n: 1 } }, 14],
    ['$set in null', { $set: { 'list.a': 1 } }, 28],
    ['$inc in null', { $inc: { 'list.a': 1 } }, 28],
    ['$push in null', { $push: { 'list.a': 1 } }, 28],
  ])('%s on null', async (_name, update, code) => {
    await docs.insertOne({ _id: 'one', ...nulls });
    const both = { ...update, $set: { ...(update.$set as object), name: 'changed' } };
    const refused = { code };
    await expect(docs.updateOne({ _id: 'one' }, both)).rejects.toMatchObject(refused);
    await expect(docs.findOneAndUpdate({ _id: 'one' }, both)).rejects.toMatchObject(refused);
    await expect(docs.findOneAndUpdate({ _id: 'one' }, both, { upsert: true })).rejects.toMatchObject(
      refused,
    );
    expect(await docs.findOne()).toEqual({ _id: 'one', ...nulls });
  });

  test('where nothing is, it begins with nothing', async () => {
    await docs.insertOne({ _id: 'one' });
    await docs.updateOne(
      { _id: 'one' },
      { $pull: { list: 1 }, $inc: { n: 2 }, $push: { 'inner.list': 1 } as never },
    );
    expect(await docs.findOne()).toEqual({ _id: 'one', n: 2, inner: { list: [1] } });
  });

  test('an array filter that the update does not use', async () => {
    const refused = { code: 9 };
    await docs.insertOne({ _id: 'one', n: 0, parts: [{ id: 'a', n: 0 }] });
    const options = { arrayFilters: [{ 'x.id': 'a' }] };
    for (const _id of ['one', 'none']) {
      await expect(docs.updateOne({ _id }, { $inc: { n: 1 } }, options)).rejects.toMatchObject(refused);
      await expect(docs.updateMany({ _id }, { $inc: { n: 1 } }, options)).rejects.toMatchObject(refused);
      await expect(docs.findOneAndUpdate({ _id }, { $inc: { n: 1 } }, options)).rejects.toMatchObject(
        refused,
      );
      await expect(
        docs.updateOne(
          { _id },
          { $inc: { 'parts.$[x].n': 1 } },
          { arrayFilters: [{ 'x.id': 'a' }, { 'y.id': 'a' }] },
        ),
      ).rejects.toMatchObject(refused);
      await expect(docs.updateOne({ _id }, { $inc: { 'parts.$[x].n': 1 } })).rejects.toMatchObject({
        code: 2,
      });
    }
    await expect(
      docs.bulkWrite(
        [
          { updateOne: { filter: { _id: 'one' }, update: { $inc: { n: 1 } } } },
          { updateOne: { filter: { _id: 'one' }, update: { $inc: { n: 1 } }, ...options } },
        ],
        { ordered: false },
      ),
    ).rejects.toMatchObject({ ...refused, result: { matchedCount: 1 } });
    expect(await docs.findOne()).toMatchObject({ n: 1, parts: [{ n: 0 }] });
  });
});

describe('a unique index', () => {
  const taken = { code: 11000 };

  test('that is partial holds only for what its filter matches', async () => {
    const partialFilterExpression = { active: true, n: { $gt: 5 }, name: { $exists: true, $type: 'string' } };
    await docs.createIndex({ name: 1 }, { unique: true, partialFilterExpression });
    const within = { name: 'a', active: true, n: 6 };
    await docs.insertMany([
      { _id: 'inactive', name: 'a', active: false, n: 6 },
      { _id: 'another', name: 'a', active: false, n: 6 },
      { _id: 'low', name: 'a', active: true, n: 5 },
      { _id: 'null', name: null, active: true, n: 6 },
      { _id: 'missing', active: true, n: 6 },
      { _id: 'within', ...within },
    ]);
    await expect(docs.insertOne({ _id: 'second', ...within })).rejects.toMatchObject(taken);
    const activate = (_id: string) => docs.updateOne({ _id }, { $set: { active: true } });
    await expect(activate('inactive')).rejects.toMatchObject(taken);
    // What leaves the index makes room for another.
    await docs.updateOne({ _id: 'within' }, { $set: { n: 0, name: 'b' } });
    await activate('inactive');
    await expect(activate('another')).rejects.toMatchObject({ code: 11000 });
    await docs.deleteOne({ _id: 'low' });
    await docs.deleteOne({ _id: 'inactive' });
    await activate('another');
    expect(await docs.find({ name: 'a' }).sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'another', ...within },
    ]);
  });

  test('is not made over documents that it would refuse, however often it is asked for', async () => {
    await docs.insertMany(times(3, (n) => ({ _id: `d${n}`, name: 'a', active: n > 0 })));
    const make = () =>
      docs.createIndex({ name: 1 }, { unique: true, partialFilterExpression: { active: true } });
    await expect(make()).rejects.toMatchObject({ code: 11000 });
    await expect(make()).rejects.toMatchObject({ code: 11000 });
    await docs.deleteOne({ _id: 'd2' });
    await make();
    await expect(docs.insertOne({ _id: 'd3', name: 'a', active: true })).rejects.toMatchObject({
      code: 11000,
    });
    expect(await docs.indexes()).toContainEqual(
      expect.objectContaining({ unique: true, partialFilterExpression: { active: true } }),
    );
  });

  test('that is sparse has null, and not what is missing', async () => {
    await docs.createIndex({ name: 1 }, { unique: true, sparse: true });
    await docs.insertMany([{ _id: 'a' }, { _id: 'b' }, { _id: 'c', name: null }]);
    await expect(docs.insertOne({ _id: 'd', name: null })).rejects.toMatchObject(taken);
  });

  test('of two keys tells both', async () => {
    await docs.createIndex({ name: 1, n: -1 }, { unique: true });
    await docs.insertMany([
      { _id: 'a', name: 'a', n: 1 },
      { _id: 'b', name: 'a', n: 2 },
    ]);
    await expect(docs.insertOne({ _id: 'c', name: 'a', n: 1 })).rejects.toMatchObject(taken);
    await expect(docs.updateOne({ _id: 'b' }, { $set: { n: 1 } })).rejects.toMatchObject(taken);
    await expect(docs.findOneAndUpdate({ _id: 'b' }, { $set: { n: 1 } })).rejects.toMatchObject(taken);
    await expect(docs.insertOne({ _id: 'a' })).rejects.toMatchObject(taken);
  });

  test('lets one of racing upserts in, and the others know', async () => {
    const outcomes = await Promise.allSettled(
      times(100, () =>
        docs.updateOne({ _id: 'one', n: 0 }, { $set: { m: 1 }, $inc: { n: 1 } }, { upsert: true }),
      ),
    );
    const done = outcomes.filter((one) => one.status === 'fulfilled');
    const refused = outcomes.filter((one) => one.status === 'rejected');
    expect(done.filter((one) => one.value.upsertedCount === 1)).toHaveLength(1);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 11000 });
    expect(await docs.find().toArray()).toEqual([{ _id: 'one', m: 1, n: 1 }]);
  });
});

describe('of several writes in one command', () => {
  const one = (n: number): mongo.AnyBulkWriteOperation<Doc> => ({
    updateOne: { filter: { _id: `d${n}` }, update: { $inc: { n: 1 } } },
  });
  const refused: mongo.AnyBulkWriteOperation<Doc> = {
    updateOne: { filter: { _id: 'd1' }, update: { $inc: { name: 1 } as never } },
  };
  beforeEach(() => docs.insertMany(times(3, (n) => ({ _id: `d${n}`, n: 0, name: 'a' }))));

  test('those after a refused one are not done if they are ordered', async () => {
    const writing = docs.bulkWrite([one(0), refused, one(2)], { ordered: true });
    await expect(writing).rejects.toMatchObject({
      code: 14,
      writeErrors: [{ index: 1 }],
      result: { matchedCount: 1, modifiedCount: 1 },
    });
    expect(await docs.distinct('n', { _id: { $in: ['d1', 'd2'] } })).toEqual([0]);
  });

  test('the others are done if they are not ordered, and each upsert has its place', async () => {
    const upsert: mongo.AnyBulkWriteOperation<Doc> = {
      updateOne: { filter: { _id: 'd3' }, update: { $set: { n: 1 } }, upsert: true },
    };
    const writing = docs.bulkWrite([one(0), refused, one(2), upsert], { ordered: false });
    await expect(writing).rejects.toMatchObject({
      writeErrors: [{ index: 1 }],
      result: { matchedCount: 2, modifiedCount: 2, upsertedCount: 1, upsertedIds: { 3: 'd3' } },
    });
    expect(await docs.distinct('n', { _id: { $ne: 'd1' } })).toEqual([1]);
  });

  test.each([
    [true, 1, ['d3']],
    [false, 2, ['d3', 'd4']],
  ])('inserts tell how many were made (ordered: %s)', async (ordered, insertedCount, made) => {
    const writing = docs.insertMany([{ _id: 'd3' }, { _id: 'd1' }, { _id: 'd4' }], { ordered });
    await expect(writing).rejects.toMatchObject({
      code: 11000,
      writeErrors: [{ index: 1, code: 11000 }],
      result: { insertedCount },
    });
    expect(await docs.distinct('_id', { name: { $exists: false } })).toEqual(made);
  });
});

describe('an index is refused', () => {
  const partial = (filter: object) => ({ partialFilterExpression: filter as never });
  test.each<[string, mongo.CreateIndexesOptions]>([
    ['with $ne', partial({ name: { $ne: null } })],
    ['with $exists: false', partial({ name: { $exists: false } })],
    ['with $not, within $and', partial({ $and: [{ n: { $not: { $gt: 1 } } }] })],
    ['that is sparse too', { ...partial({ n: { $gt: 1 } }), sparse: true }],
  ])('that is partial %s', async (_name, options) => {
    await docs.insertOne({ _id: 'one' });
    await expect(docs.createIndex({ n: 1 }, options)).rejects.toMatchObject({ code: 67 });
    expect(await docs.indexes()).toHaveLength(1);
  });

  test('that has the name of another one, or is the same under another name', async () => {
    await docs.createIndex({ n: 1 }, { sparse: true, name: 'first' });
    await docs.createIndex({ n: 1 }, { sparse: true, name: 'first' });
    for (const options of [{}, { unique: true }, partial({ n: { $gt: 1 } })])
      await expect(docs.createIndex({ n: 1 }, { ...options, name: 'first' })).rejects.toMatchObject({
        code: 86,
      });
    await expect(docs.createIndex({ m: 1 }, { name: 'first' })).rejects.toMatchObject({ code: 86 });
    await expect(docs.createIndex({ n: 1 }, { sparse: true })).rejects.toMatchObject({ code: 85 });
    await docs.createIndex({ n: 1 });
    await docs.createIndex({ n: -1 });
    expect((await docs.indexes()).map(({ name }) => name).sort()).toEqual(['_id_', 'first', 'n_-1', 'n_1']);
  });
});

test.each([{ n: 1 }, 'n_1'])('a hint of an index that is missing is refused: %p', async (hint) => {
  await docs.insertOne({ _id: 'one', n: 1 });
  const operations = (): Promise<unknown>[] => [
    docs.find({}, { hint }).toArray(),
    docs.countDocuments({}, { hint }),
    docs.updateOne({}, { $set: { n: 2 } }, { hint }),
    docs.findOneAndUpdate({}, { $set: { n: 2 } }, { hint: hint as never }),
    docs.deleteOne({}, { hint }),
  ];
  for (const operation of operations()) await expect(operation).rejects.toMatchObject({ code: 2 });
  expect(await docs.findOne()).toEqual({ _id: 'one', n: 1 });
  await docs.createIndex({ n: 1 });
  await Promise.all(operations());
});

test('an update that lets a document grow past 16 MB is refused and changes nothing', async () => {
  await docs.createIndex({ name: 1 });
  await docs.insertOne({ _id: 'one', name: 'a', list: ['x'.repeat(9_000_000)] });
  const grow = { $set: { name: 'b' }, $push: { list: 'x'.repeat(9_000_000) } };
  await expect(docs.updateOne({ _id: 'one' }, grow)).rejects.toMatchObject({ code: 17_419 });
  await expect(docs.findOneAndUpdate({ _id: 'one' }, grow)).rejects.toMatchObject({ code: 17_419 });
  expect(await docs.countDocuments({ name: 'a', 'list.1': { $exists: false } })).toBe(1);
  expect(await docs.countDocuments({ name: 'b' })).toBe(0);
});
