import { Readable } from 'node:stream';
import { request } from 'undici';
import { killWorkerAt } from '../../support/dying-processes';
import { eventually } from '../../support/eventually';
import { startProcess } from '../../support/service';
import { type Stack, startStack } from '../../support/stack';

/** Different contacts, rows that name one of them again, and rows that are wrong. */
const [CONTACTS, AGAIN, WRONG] = [19_000, 700, 300];
const ROWS = CONTACTS + AGAIN + WRONG;

interface Import {
  id: string;
  state: string;
  read: number;
  subscribed: number;
  already_subscribed: number;
  rejected: number;
}

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.production.request('PUT', '/v1/topics/many', {});
});
afterAll(() => stack.stop());
jest.setTimeout(240_000);

/** Wrong rows and repeated ones are spread over the file. */
function rowOf(index: number): string {
  if (index % 60 === 59 && index / 60 < WRONG) return `wrong-${index},Nobody\n`;
  if (index >= ROWS - AGAIN) return `Reader-${(index - (ROWS - AGAIN)) * 20}@many.example,\n`;
  return `Reader-${index}@many.example,"Reader, ${index}"\n`;
}
const LINES = ['email,name\n', ...Array.from({ length: ROWS }, (_, index) => rowOf(index))];

async function upload(body: Readable | string, baseUrl: string): Promise<Import> {
  const answer = await request(`${baseUrl}/v1/topics/many/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.production.key ?? ''}`, 'content-type': 'text/csv' },
    body,
  });
  return ((await answer.body.json()) as { import: Import }).import;
}
const shown = async (id: string): Promise<Import> =>
  (await stack.production.get<{ import: Import }>(`/v1/topics/many/imports/${id}`)).body.import;
const count = (name: string, filter: object = {}): Promise<number> =>
  stack.connection.mongoose.model(name).countDocuments(filter);

test('TOPIC-9, TOPIC-10: 20,000 rows are imported once, whatever is killed', async () => {
  const cut = await startProcess('api', stack.apiEnv);
  async function* slowly() {
    yield* LINES.slice(0, 9000);
    await eventually('rows to be stored', async () => (await count('TopicImportPage')) > 3);
    await cut.kill();
    yield* LINES.slice(9000);
  }
  const address = ({ ports }: typeof cut): string => `http://127.0.0.1:${ports.production}`;
  await expect(upload(Readable.from(slowly()), address(cut))).rejects.toThrow();
  expect(await count('TopicImport', { state: { $ne: 'receiving' } })).toBe(0);

  let id = '';
  await killWorkerAt(stack, 'job-page-done', async () => {
    const api = await startProcess('api', stack.apiEnv);
    ({ id } = await upload(LINES.join(''), address(api)));
    await api.kill();
  });
  // A page was done, and is not recorded.
  expect(await count('Subscription')).toBeGreaterThan(400);
  expect(await shown(id)).toMatchObject({ state: 'running', read: 0 });

  const second = await stack.startWorker();
  await eventually('some rows', async () => (await shown(id)).read > 4000, 60_000);
  await second.kill();
  const before = await shown(id);
  expect(before.read).toBeLessThan(ROWS);
  await stack.startWorker();
  const from = Date.now();
  const done = await eventually(
    'the import to be done',
    async () => {
      const one = await shown(id);
      return one.state === 'done' && one;
    },
    120_000,
  );
  const seconds = (Date.now() - from) / 1000;
  console.log(`${ROWS - before.read} rows in ${seconds} s, with the time until Temporal notices the death`);
  expect(done).toMatchObject({
    ...{ read: ROWS, subscribed: CONTACTS, already_subscribed: AGAIN, rejected: WRONG },
  });
  expect(await count('Subscription')).toBe(CONTACTS);
  expect(await count('Contact')).toBe(CONTACTS);
  expect(await count('TopicImportReject')).toBe(WRONG);
  const { body } = await stack.production.get<{ topic: { subscribers: number; subscribers_exact: boolean } }>(
    '/v1/topics/many',
  );
  expect(body.topic.subscribers_exact).toBe(false);
  expect(Math.abs(body.topic.subscribers / CONTACTS - 1)).toBeLessThan(0.05);
});
