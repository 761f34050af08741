import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type Connection, type mongo } from 'mongoose';
import { locateMongo, type MongoProgram } from '../../../tools/dev/servers/mongo';
import { startMongo, type RunningMongo } from '../../../tools/dev/servers/start';

interface Doc {
  _id: string;
  status: string;
  inFlight?: { marked: boolean } | null;
  identifiers: string[];
  recipient: string;
  code?: string;
  at?: Date;
  n: number;
}
type Filter = mongo.Filter<Doc>;
/** A condition as the server is told it, and what it means. */
interface Clause {
  filter: Filter;
  matches: (doc: Doc) => boolean;
}

let program: MongoProgram;
let server: RunningMongo;
let connection: Connection;
let directory: string;

beforeAll(async () => {
  program = await locateMongo(() => undefined);
  // A real MongoDB is installed: there is nothing to test about its stand-in.
  if (program.source !== 'build') return;
  directory = await mkdtemp(join(tmpdir(), 'heliograph-stand-in-'));
  await start();
});
afterAll(async () => {
  if (program.source !== 'build') return;
  await connection.close();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = await startMongo(program, { dataDirectory: directory });
  connection = await createConnection(server.uri).asPromise();
}

/** A test that passes unseen where a real MongoDB is used; beforeAll has said so then. */
function testStandIn(name: string, run: () => Promise<void>, timeoutMs?: number): void {
  const runWithStandIn = async (): Promise<void> => {
    if (program.source === 'build') await run();
  };
  test(name, runWithStandIn, timeoutMs);
}

/** Each test has a database of its own. */
const collection = (name: string): mongo.Collection<Doc> =>
  connection.getClient().db(name).collection<Doc>(name);

async function createIndexes(name: string): Promise<void> {
  await collection(name).createIndex({ identifiers: 1 }, { unique: true });
  await collection(name).createIndex({ code: 1 }, { unique: true, sparse: true });
  await collection(name).createIndex({ recipient: 1, status: 1 });
  await collection(name).createIndex({ status: 1, _id: 1 });
  await collection(name).createIndex({ at: 1 }, { sparse: true });
}

/** Numbers from 0 up to `below`, the same ones in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const STATUSES = ['queued', 'running', 'completed'];
const idOf = (n: number): string => `d${String(n).padStart(3, '0')}`;
const timeOf = (n: number): Date => new Date(Date.UTC(2024, 0, 1, 0, 0, n));

function someDoc(n: number, random: (below: number) => number): Doc {
  return {
    _id: idOf(n),
    status: STATUSES[random(3)] ?? '',
    ...[{}, { inFlight: null }, { inFlight: { marked: true } }][random(3)],
    identifiers: [`a${n}`, `b${n}`].slice(random(2)),
    recipient: `r${random(20)}`,
    ...(random(3) === 0 ? { code: `c${n}` } : {}),
    ...(random(8) === 0 ? { at: timeOf(random(60)) } : {}),
    n: random(10),
  };
}

function someClause(random: (below: number) => number, deep = true): Clause {
  const n = random(100);
  const ids = [idOf(n), idOf(random(100)), idOf(random(100)), 'none', idOf(n)];
  const identifiers = [`a${n}`, `b${n}`, `b${random(100)}`];
  const status = STATUSES[n % 3] ?? '';
  const clauses: Clause[] = [
    { filter: { _id: idOf(n) }, matches: (doc) => doc._id === idOf(n) },
    { filter: { _id: { $in: ids } }, matches: (doc) => ids.includes(doc._id) },
    {
      filter: { _id: { $in: ids, $gt: idOf(50) } },
      matches: (doc) => ids.includes(doc._id) && doc._id > idOf(50),
    },
    { filter: { _id: { $gt: idOf(n) } }, matches: (doc) => doc._id > idOf(n) },
    {
      filter: { _id: { $gt: idOf(n), $lt: idOf(n + 20) } },
      matches: (doc) => doc._id > idOf(n) && doc._id < idOf(n + 20),
    },
    { filter: { _id: /7$/ }, matches: (doc) => doc._id.endsWith('7') },
    {
      filter: { _id: { $in: [/^d01/, idOf(n)] } },
      matches: (doc) => /^d01/.test(doc._id) || doc._id === idOf(n),
    },
    { filter: { _id: { $ne: idOf(n) } }, matches: (doc) => doc._id !== idOf(n) },
    { filter: { status }, matches: (doc) => doc.status === status },
    {
      filter: { status: { $in: ['queued', 'running'] } },
      matches: (doc) => doc.status === 'queued' || doc.status === 'running',
    },
    { filter: { inFlight: null }, matches: (doc) => (doc.inFlight ?? null) === null },
    { filter: { inFlight: { $exists: false } }, matches: (doc) => !('inFlight' in doc) },
    { filter: { 'inFlight.marked': true }, matches: (doc) => Boolean(doc.inFlight?.marked) },
    { filter: { identifiers: `b${n}` }, matches: (doc) => doc.identifiers.includes(`b${n}`) },
    {
      filter: { identifiers: { $in: identifiers } },
      matches: (doc) => doc.identifiers.some((one) => identifiers.includes(one)),
    },
    { filter: { identifiers: [`b${n}`] }, matches: (doc) => doc.identifiers.join() === `b${n}` },
    { filter: { identifiers: /^a/ }, matches: (doc) => doc.identifiers.some((one) => one.startsWith('a')) },
    { filter: { recipient: `r${n % 20}` }, matches: (doc) => doc.recipient === `r${n % 20}` },
    { filter: { recipient: { $eq: `r${n % 20}` } }, matches: (doc) => doc.recipient === `r${n % 20}` },
    { filter: { code: `c${n}` }, matches: (doc) => doc.code === `c${n}` },
    {
      filter: { code: { $in: [`c${n}`, null] } } as unknown as Filter,
      matches: (doc) => doc.code === `c${n}` || doc.code === undefined,
    },
    { filter: { code: { $exists: false } }, matches: (doc) => doc.code === undefined },
    { filter: { at: { $lt: timeOf(n) } }, matches: (doc) => doc.at !== undefined && doc.at < timeOf(n) },
    { filter: { n: { $gte: n % 10 } }, matches: (doc) => doc.n >= n % 10 },
    { filter: { $expr: { $eq: ['$status', status] } }, matches: (doc) => doc.status === status },
  ];
  if (deep) {
    const [one, other] = [someClause(random, false), someClause(random, false)];
    clauses.push(
      {
        filter: { $or: [one.filter, other.filter] },
        matches: (doc) => one.matches(doc) || other.matches(doc),
      },
      {
        filter: { $and: [one.filter, other.filter] },
        matches: (doc) => one.matches(doc) && other.matches(doc),
      },
    );
  }
  return clauses[random(clauses.length)] as Clause;
}

/** Up to three clauses on different fields. */
function someCondition(random: (below: number) => number): Clause {
  const chosen = new Map<string, Clause>();
  for (let count = 1 + random(3); count > 0; count--) {
    const clause = someClause(random);
    chosen.set(Object.keys(clause.filter)[0] ?? '', clause);
  }
  const clauses = [...chosen.values()];
  return {
    filter: Object.assign({}, ...clauses.map(({ filter }) => filter)) as Filter,
    matches: (doc) => clauses.every((clause) => clause.matches(doc)),
  };
}

testStandIn(
  'finds, changes and deletes what the whole filter says, also after restarts',
  async () => {
    const random = numbers(1);
    const expected = Array.from({ length: 100 }, (_, n) => someDoc(n, random));
    await createIndexes('random');
    await collection('random').insertMany(expected.map((doc) => ({ ...doc })));

    for (let round = 0; round < 400; round++) {
      if (round === 150 || round === 300) {
        await connection.close();
        // The store is written out every 200 ms.
        if (round === 150) await server.stop();
        else await new Promise((resolve) => setTimeout(resolve, 3_000)).then(() => server.kill());
        await start();
      }
      const docs = collection('random');
      const { filter, matches } = someCondition(random);
      const hits = expected.filter(matches);
      const label = JSON.stringify(filter);
      const kind = random(8);
      if (kind < 3) {
        const found = await docs.find(filter).sort({ _id: 1 }).toArray();
        expect({ label, found }).toEqual({ label, found: hits });
      } else if (kind === 3) {
        const found = await docs.find(filter).sort({ _id: -1 }).skip(1).limit(2).toArray();
        expect({ label, found }).toEqual({ label, found: hits.reverse().slice(1, 3) });
      } else if (kind === 4) {
        const { n } = await connection.getClient().db('random').command({ count: 'random', query: filter });
        const counted = await docs.countDocuments(filter);
        expect({ label, n, counted }).toEqual({ label, n: hits.length, counted: hits.length });
        // It begins with the filter, and then reads its own collection once more.
        const itself = { from: 'random', localField: 'n', foreignField: 'n', as: 'same' };
        const joined = await docs
          .aggregate<Doc & { same: Doc[] }>([{ $match: filter }, { $lookup: itself }])
          .toArray();
        const same = hits.map((doc) => [doc._id, expected.filter(({ n: other }) => other === doc.n).length]);
        expect({ label, same: joined.map(({ _id, same: found }) => [_id, found.length]) }).toEqual({
          label,
          same,
        });
      } else if (kind === 5) {
        const change = { recipient: `r${random(20)}`, status: STATUSES[random(3)] ?? '' };
        const { matchedCount } = await docs.updateMany(filter, { $set: change, $unset: { at: 1 } });
        expect({ label, matchedCount }).toEqual({ label, matchedCount: hits.length });
        for (const doc of hits) {
          Object.assign(doc, change);
          delete doc.at;
        }
      } else if (kind === 6) {
        const change = { at: timeOf(random(60)), inFlight: null };
        const found = await docs.findOneAndUpdate(
          filter,
          { $set: change, $push: { identifiers: `more${round}` } },
          { sort: { _id: 1 }, returnDocument: 'after' },
        );
        if (hits[0]) Object.assign(hits[0], change).identifiers.push(`more${round}`);
        expect({ label, found }).toEqual({ label, found: hits[0] ?? null });
      } else {
        const found = await docs.findOneAndDelete(filter, { sort: { _id: 1 } });
        expect({ label, found }).toEqual({ label, found: hits[0] ?? null });
        if (!hits[0]) continue;
        const anew = someDoc(Number(hits[0]._id.slice(1)), random);
        expected[expected.indexOf(hits[0])] = anew;
        await docs.insertOne({ ...anew });
      }
    }
    expect(await collection('random').find().sort({ _id: 1 }).toArray()).toEqual(expected);
  },
  120_000,
);

testStandIn(
  'an upsert whose other conditions do not hold is a duplicate, never a second document',
  async () => {
    const docs = collection('upserts');
    const upsert = (status: string): Promise<mongo.UpdateResult<Doc>> =>
      docs.updateOne({ _id: 'one', status }, { $inc: { n: 1 } }, { upsert: true });
    expect(await upsert('queued')).toMatchObject({ matchedCount: 0, upsertedCount: 1 });
    expect(await upsert('queued')).toMatchObject({ matchedCount: 1, upsertedCount: 0 });
    await expect(upsert('running')).rejects.toMatchObject({ code: 11000 });
    expect(await docs.find().toArray()).toEqual([{ _id: 'one', status: 'queued', n: 2 }]);
  },
);

testStandIn('of concurrent compare-and-sets of the same value one wins', async () => {
  const docs = collection('races');
  await docs.insertOne(someDoc(1, numbers(1)));
  await docs.updateOne({ _id: idOf(1) }, { $set: { n: 0 } });
  for (let k = 0; k < 20; k++) {
    const tries = Array.from({ length: 50 }, () =>
      docs.findOneAndUpdate({ _id: idOf(1), n: k }, { $set: { n: k + 1 } }),
    );
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
  }
  expect(await docs.findOne({ _id: idOf(1) })).toMatchObject({ n: 20 });
});

testStandIn('an index made while documents come in has them all', async () => {
  const random = numbers(2);
  const docs = collection('meanwhile');
  const inserts = Array.from({ length: 500 }, (_, n) =>
    docs.insertOne({ ...someDoc(n, random), recipient: 'one' }),
  );
  await createIndexes('meanwhile');
  await Promise.all(inserts);
  await docs.insertMany(
    Array.from({ length: 2_500 }, (_, n) => ({ ...someDoc(500 + n, random), recipient: 'other' })),
  );
  expect(await docs.find({ recipient: 'one' }).toArray()).toHaveLength(500);
});

testStandIn('what is dropped is not found, nor in the way of the same anew', async () => {
  const doc = someDoc(1, numbers(3));
  for (const drop of [
    () => connection.getClient().db('dropped').dropDatabase(),
    () => collection('dropped').drop(),
    () => collection('dropped').deleteMany({}),
  ]) {
    await createIndexes('dropped');
    await collection('dropped').insertOne(doc);
    const filter = { recipient: doc.recipient, status: doc.status };
    expect(await collection('dropped').find(filter).toArray()).toEqual([doc]);
    await collection('dropped').dropIndex('recipient_1_status_1');
    expect(await collection('dropped').find(filter).toArray()).toEqual([doc]);
    await drop();
    expect(await collection('dropped').find(filter).toArray()).toEqual([]);
  }
});

testStandIn('a partial index is partial after a restart, too', async () => {
  const docs = () => collection('partial');
  await docs().createIndex(
    { recipient: 1 },
    { unique: true, partialFilterExpression: { code: { $exists: true } } },
  );
  const doc = { ...someDoc(1, numbers(5)), recipient: 'one' };
  await docs().insertMany(
    [
      { ...doc, _id: 'in', code: 'c' },
      { ...doc, _id: 'out', code: undefined },
    ],
    { ignoreUndefined: true },
  );
  await connection.close();
  await server.stop();
  await start();
  await docs().insertOne({ ...doc, _id: 'also out', code: undefined }, { ignoreUndefined: true });
  await expect(docs().insertOne({ ...doc, _id: 'second', code: 'd' })).rejects.toMatchObject({ code: 11000 });
  await docs().deleteOne({ _id: 'in' });
  await docs().insertOne({ ...doc, _id: 'second', code: 'd' });
});

testStandIn('what has an index costs about the same among 20,000 documents as among 50', async () => {
  const random = numbers(4);
  for (const size of [50, 20_000]) {
    await createIndexes(`of${size}`);
    const docs = Array.from({ length: size }, (_, n) => ({
      ...someDoc(n, random),
      status: 'queued',
      inFlight: null,
    }));
    await collection(`of${size}`).insertMany(docs);
  }
  const write = async (size: number, n: number): Promise<void> => {
    const filter: Filter = {
      _id: idOf(size - 1 - (n % 50)),
      status: { $in: ['queued', 'running'] },
      inFlight: null,
    };
    expect(await collection(`of${size}`).findOneAndUpdate(filter, { $set: { n } })).not.toBeNull();
  };
  const join = async (size: number, n: number): Promise<void> => {
    const filter: Filter = { _id: idOf(size - 1 - (n % 50)) };
    const itself = { from: `of${size}`, localField: '_id', foreignField: '_id', as: 'same' };
    const joined = await collection(`of${size}`)
      .aggregate([{ $match: filter }, { $lookup: itself }])
      .toArray();
    expect(joined).toMatchObject([{ same: [filter] }]);
  };
  const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1] ?? NaN;

  for (const make of [write, join]) {
    const times = { few: [] as number[], many: [] as number[] };
    const taken = async (size: number, n: number): Promise<number> => {
      const begun = performance.now();
      await make(size, n);
      return performance.now() - begun;
    };
    for (let n = 0; n < 250; n++) {
      const [few, many] = [await taken(50, n), await taken(20_000, n)];
      if (n < 100) continue; // Both warm up.
      times.few.push(few);
      times.many.push(many);
    }
    expect(median(times.many)).toBeLessThan(3 * median(times.few));
  }
});

interface Row {
  _id: string;
  app: string;
  removed?: boolean | null;
  at?: Date | null;
  n?: number;
  tags?: number[];
  queued?: { by: string; due: Date } | null;
}
const rows = (name: string) => connection.getClient().db('compound').collection<Row>(name);
const oneOf = <T>(random: (below: number) => number, values: T[]): T => values[random(values.length)]!;

function someRow(n: number, random: (below: number) => number): Row {
  const at = timeOf(random(60));
  const parts: Partial<Row>[][] = [
    [{}, { removed: null }, { removed: true }],
    [{}, { at: null }, { at }, { at }],
    [{}, { n: random(5) }],
    [{}, { tags: [] }, { tags: [random(9)] }, { tags: [random(9), random(9)] }],
    [{}, { queued: null }, { queued: { by: `q${random(3)}`, due: at } }],
  ];
  const row: Row = { _id: idOf(n), app: `app${random(3)}` };
  return Object.assign(row, ...parts.map((some) => oneOf(random, some))) as Row;
}

/** A filter over keys of the indexes, of each kind that they can answer and some that they cannot. */
function someRowFilter(random: (below: number) => number): mongo.Filter<Row> {
  const [from, to] = [timeOf(random(60)), timeOf(random(60))];
  const parts: object[][] = [
    [{}, { app: `app${random(3)}` }, { app: { $in: ['app0', 'app2', 'app0'] } }],
    [{}, { removed: null }, { removed: true }, { removed: { $exists: false } }],
    [{}, {}, {}, { removed: { $in: [null, true] } }, { removed: { $ne: true } }],
    [{}, { at: { $lt: to } }, { at: { $gt: from, $lte: to } }, { at: null }, { at: from }],
    [{}, {}, {}, { at: { $exists: true } }, { at: { $gte: from } }],
    [{}, {}, { n: random(5) }, { n: { $in: [1, 3, null] } }, { n: { $gte: 2 } }],
    [{}, {}, { tags: random(9) }, { tags: { $gt: 5, $lt: 3 } }, { tags: { $lt: 4 } }],
    [{}, {}, { 'queued.by': 'q1' }, { 'queued.by': null }, { 'queued.due': { $lt: to } }],
    [{}, {}, {}, { _id: { $gt: idOf(random(300)) } }],
  ];
  return Object.assign({}, ...parts.map((some) => oneOf(random, some))) as mongo.Filter<Row>;
}

testStandIn(
  'what has indexes of several keys is found as without, in the same order, also at its limits',
  async () => {
    const random = numbers(6);
    const [indexed, plain] = [rows('indexed'), rows('plain')];
    const indexes: Record<string, 1 | -1>[] = [
      { app: 1, removed: 1, at: 1 },
      { app: 1, n: 1, at: -1, _id: -1 },
      { at: -1, _id: -1 },
      { removed: 1, _id: 1 },
      { tags: 1, n: 1 },
      { 'queued.by': 1, 'queued.due': 1 },
      { app: 1, tags: 1, at: 1 },
    ];
    const docs = Array.from({ length: 300 }, (_, n) => someRow(n, random));
    for (const each of [indexed, plain]) await each.insertMany(docs.map((doc) => ({ ...doc })));
    for (const index of indexes) await indexed.createIndex(index);

    for (let round = 0; round < 800; round++) {
      const filter = someRowFilter(random);
      const direction = oneOf<1 | -1>(random, [1, -1]);
      const sorts: Record<string, 1 | -1>[] = [
        { _id: direction },
        { at: direction, _id: direction },
        { at: direction, _id: 1 },
        { n: 1, at: direction, _id: direction },
        { 'queued.due': direction, _id: 1 },
        { app: 1, removed: 1, at: direction, _id: 1 },
      ];
      const sort = oneOf(random, sorts);
      const [skip, limit] = [random(3), oneOf(random, [0, 1, 3, 20])];
      const label = JSON.stringify({ filter, sort, skip, limit });
      const found = (of: typeof indexed) => of.find(filter).sort(sort).skip(skip).limit(limit).toArray();
      expect({ label, found: await found(indexed) }).toEqual({ label, found: await found(plain) });
      if (round % 3 > 0) continue;
      // A few change, so that entries of all kinds go and come.
      const id = idOf(random(300));
      for (const each of [indexed, plain]) {
        const changed = someRow(Number(id.slice(1)), numbers(round));
        if (round % 2 > 0) await each.replaceOne({ _id: id }, changed);
        else await each.deleteOne({ _id: id }).then(() => each.insertOne(changed));
      }
    }
  },
  300_000,
);

testStandIn(
  'the first of an order cost about the same among 20,000 documents as among 200',
  async () => {
    for (const size of [200, 20_000]) {
      await rows(`of${size}`).createIndex({ app: 1, removed: 1, at: 1 });
      for (let from = 0; from < size; from += 1_000)
        await rows(`of${size}`).insertMany(
          Array.from({ length: Math.min(1_000, size) }, (_, n) => ({
            ...{ _id: idOf(from + n), app: 'app', at: timeOf(from + n) },
          })),
        );
    }
    const times = { 200: [] as number[], 20_000: [] as number[] };
    for (let round = 0; round < 120; round++)
      for (const size of [200, 20_000] as const) {
        const begun = performance.now();
        const filter = { app: 'app', removed: null, at: { $lt: timeOf(150) } };
        const found = await rows(`of${size}`).find(filter).sort({ at: 1 }).skip(5).limit(10).toArray();
        expect(found.map(({ at }) => at)).toEqual(Array.from({ length: 10 }, (_, n) => timeOf(5 + n)));
        if (round >= 40) times[size].push(performance.now() - begun);
      }
    const median = (of: number[]): number => of.sort((a, b) => a - b)[of.length >> 1] ?? NaN;
    expect(median(times[20_000])).toBeLessThan(3 * median(times[200]));
  },
  120_000,
);

testStandIn(
  'many writers and readers at once find keys of several kinds while the file is written',
  async () => {
    const many = collection('busy');
    for (const key of ['recipient', 'status', 'at', 'code', 'n'] as const)
      await many.createIndex({ [key]: 1 }, { sparse: true });
    const end = Date.now() + 12_000;
    const newDoc = (): Doc => ({
      _id: randomUUID(),
      status: Math.random() < 0.5 ? 'running' : 'completed',
      identifiers: [],
      recipient: randomUUID(),
      code: randomUUID(),
      at: new Date(Date.now() - Math.random() * 1e9),
      n: Math.floor(Math.random() * 1000),
    });
    const write = async (): Promise<void> => {
      while (Date.now() < end) {
        const docs = Array.from({ length: 200 }, newDoc);
        await many.insertMany(docs, { ordered: false });
        for (const { _id } of docs.slice(0, 20))
          await many.updateOne({ _id }, { $set: { status: 'changed' }, $unset: { at: 1, code: 1 } });
      }
    };
    const read = async (): Promise<void> => {
      while (Date.now() < end) {
        await many
          .find({ status: 'changed', at: { $lt: new Date() } })
          .limit(5)
          .toArray();
        await many.find({ recipient: randomUUID() }).toArray();
      }
    };
    await Promise.all([write(), write(), write(), write(), read(), read()]);
    const [one] = await many.find({ status: 'changed' }).limit(1).toArray();
    expect(await many.find({ recipient: one!.recipient }).toArray()).toHaveLength(1);
  },
  60_000,
);
