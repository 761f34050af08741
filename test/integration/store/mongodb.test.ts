import { randomBytes, randomUUID } from 'node:crypto';
import { mongo } from 'mongoose';
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
  test.each<[string, mongo.UpdateFilter<Doc>, number, string]>([
    ['$pull', { $pull: { list: 1 } }, 2, 'Cannot apply $pull to a non-array value'],
    ['$pull deeper', { $pull: { 'inner.list': 1 } }, 2, 'Cannot apply $pull to a non-array value'],
    ['$pullAll', { $pullAll: { list: [1] } }, 2, 'Cannot apply $pull to a non-array value'],
    ['$push', { $push: { list: 1 } }, 2, "The field 'list' must be an array but is of type null"],
    ['$addToSet', { $addToSet: { list: 1 } }, 2, "Field named 'list' has non-array type null"],
    ['$addToSet deeper', { $addToSet: { 'inner.list': 1 } }, 2, "Field named 'list' has non-array type null"],
    ['$pop', { $pop: { list: 1 } }, 14, "Path 'list' contains an element of non-array type 'null'"],
    ['$inc', { $inc: { n: 1 } }, 14, "has the field 'n' of non-numeric type null"],
    ['$inc deeper', { $inc: { 'inner.n': 1 } }, 14, "has the field 'n' of non-numeric type null"],
    ['$mul', { $mul: { n: 1 } }, 14, "has the field 'n' of non-numeric type null"],
    ['$set in null', { $set: { 'list.a': 1 } }, 28, "Cannot create field 'a' in element {list: null}"],
    ['$inc in null', { $inc: { 'list.a': 1 } }, 28, "Cannot create field 'a' in element {list: null}"],
    ['$push in null', { $push: { 'list.a': 1 } }, 28, "Cannot create field 'a' in element {list: null}"],
  ])('%s on null', async (_name, update, code, words) => {
    await docs.insertOne({ _id: 'one', ...nulls });
    const both = { ...update, $set: { ...(update.$set as object), name: 'changed' } };
    const refused = { code, message: expect.stringContaining(words) };
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
    const refused = {
      code: 9,
      message: expect.stringContaining("The array filter for identifier 'x' was not used in the update"),
    };
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
      ).rejects.toMatchObject({ code: 9, message: expect.stringContaining("identifier 'y'") });
      await expect(docs.updateOne({ _id }, { $inc: { 'parts.$[x].n': 1 } })).rejects.toMatchObject({
        code: 2,
        message: expect.stringContaining("No array filter found for identifier 'x'"),
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
  const taken = (key: string) => ({
    code: 11000,
    message: expect.stringMatching(
      new RegExp(`E11000 duplicate key error collection: .* dup key: \\{ ${key} \\}`),
    ),
  });

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
    await expect(docs.insertOne({ _id: 'second', ...within })).rejects.toMatchObject(taken('name: "a"'));
    const activate = (_id: string) => docs.updateOne({ _id }, { $set: { active: true } });
    await expect(activate('inactive')).rejects.toMatchObject(taken('name: "a"'));
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
    await expect(docs.insertOne({ _id: 'd', name: null })).rejects.toMatchObject(taken('name: null'));
  });

  test('of two keys tells both', async () => {
    await docs.createIndex({ name: 1, n: -1 }, { unique: true });
    await docs.insertMany([
      { _id: 'a', name: 'a', n: 1 },
      { _id: 'b', name: 'a', n: 2 },
    ]);
    const duplicate = taken('name: "a", n: 1');
    await expect(docs.insertOne({ _id: 'c', name: 'a', n: 1 })).rejects.toMatchObject(duplicate);
    await expect(docs.updateOne({ _id: 'b' }, { $set: { n: 1 } })).rejects.toMatchObject(duplicate);
    await expect(docs.findOneAndUpdate({ _id: 'b' }, { $set: { n: 1 } })).rejects.toMatchObject(duplicate);
    await expect(docs.insertOne({ _id: 'a' })).rejects.toMatchObject(taken('_id: "a"'));
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

test('a write that comes twice with one transaction number is not done twice', async () => {
  const { db } = connection.mongoose;
  await docs.insertOne({ _id: 'one', n: 0 });
  const command = {
    update: docs.collectionName,
    updates: [{ q: { _id: 'one' }, u: { $inc: { n: 1 } } }],
    lsid: { id: new mongo.Binary(randomBytes(16), mongo.Binary.SUBTYPE_UUID) },
    txnNumber: mongo.Long.fromNumber(1),
  };
  // A member of a replica set does it once; a server that stands alone refuses it.
  const outcomes = [];
  for (let round = 0; round < 2; round += 1)
    outcomes.push(
      await db?.command(command).then(
        () => 1,
        ({ code }: { code: number }) => code,
      ),
    );
  expect([
    [1, 1],
    [20, 20],
  ]).toContainEqual(outcomes);
  expect(await docs.findOne()).toEqual({ _id: 'one', n: outcomes[0] === 1 ? 1 : 0 });
});
