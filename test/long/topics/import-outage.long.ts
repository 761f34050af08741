import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../support/eventually';
import { type MongoProxy, startMongoProxy } from '../../support/mongo-proxy';
import { type Stack, startStack } from '../../support/stack';

const ROWS = 8000;
const OUTAGE_MS = 30_000;
const SHUTDOWN = { ok: 0, code: 91, codeName: 'ShutdownInProgress', errmsg: 'shutting down' };

interface Import {
  id: string;
  state: string;
  read: number;
}

let stack: Stack;
let proxy: MongoProxy;
beforeAll(async () => {
  proxy = await startMongoProxy(process.env.HELIOGRAPH_TEST_MONGODB_URI ?? '');
  stack = await startStack({ mongodbUri: proxy.uri });
});
afterAll(async () => {
  await stack.stop();
  await proxy.stop();
});
jest.setTimeout(300_000);

/** Wrong rows, and rows that name the contact before again, are spread over the file. */
function rowOf(topic: string, index: number): string {
  if (index % 80 === 79) return `wrong-${index}`;
  if (index % 26 === 25) return `${topic}-${index - 1}@outage.example`;
  return `${topic}-${index}@outage.example`;
}

const outages: [string, () => Promise<void>][] = [
  [
    'is away',
    async () => {
      proxy.meddling = { refuse: () => SHUTDOWN };
      proxy.cut();
      await sleep(OUTAGE_MS);
    },
  ],
  [
    'hangs',
    async () => {
      const over = sleep(OUTAGE_MS);
      proxy.meddling = { hold: () => over };
      await over;
    },
  ],
];

test.each(outages)('TOPIC-10: an import continues after MongoDB %s for 30 seconds', async (name, outage) => {
  const topic = name.replace(' ', '-');
  await stack.production.request('PUT', `/v1/topics/${topic}`, {});
  const imports = `/v1/topics/${topic}/imports`;
  const rows = Array.from({ length: ROWS }, (_, index) => rowOf(topic, index));
  const begun = await stack.production.post<{ import: Import }>(imports, ['email', ...rows].join('\n'), {
    'content-type': 'text/csv',
  });
  const { id } = begun.body.import;
  const stored = () => stack.store.topicImports.get(id);
  await eventually('some rows to be read', async () => ((await stored())?.page ?? 0) > 1);
  await outage();
  proxy.meddling = {};
  const during = await stored();
  expect(during).toMatchObject({ state: 'running' });
  const done = await eventually(
    'the import to be done',
    async () => {
      const one = await stored();
      return one?.state === 'done' && one;
    },
    120_000,
  );
  const valid = rows.filter((row) => row.includes('@'));
  const contacts = new Set(valid).size;
  expect(done.counts).toEqual({
    ...{ subscribed: contacts, already: valid.length - contacts, rejected: ROWS - valid.length },
  });
  const count = (model: string, filter: object): Promise<number> =>
    stack.connection.mongoose.model(model).countDocuments(filter);
  expect(await count('Subscription', { topicId: done.topicId })).toBe(contacts);
  expect(await count('Contact', { emails: new RegExp(`^${topic}-`) })).toBe(contacts);
  expect(await count('TopicImportPage', { importId: id })).toBe(0);
});
