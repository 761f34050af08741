import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { connectStore } from '../../../store/connection';
import { createStore } from '../../../store/store';
import { eventually } from '../../support/eventually';
import { newAddress, untilEnded } from '../../support/journey';
import { type MongoProxy, startMongoProxy } from '../../support/mongo-proxy';
import { HttpApi } from '../../support/http-api';
import { startProcess } from '../../support/service';
import { type Stack, startStack } from '../../support/stack';
import { withDatabase } from '../../../tools/dev/servers/mongo-address';

interface CreateIndexes {
  createIndexes?: string;
  indexes?: { unique?: boolean }[];
}

let stack: Stack;
let proxy: MongoProxy;
beforeAll(async () => {
  proxy = await startMongoProxy(process.env.HELIOGRAPH_TEST_MONGODB_URI ?? '');
});
afterAll(async () => {
  proxy.meddling = {};
  await stack.stop();
  await proxy.stop();
});

const builds = (command: CreateIndexes, unique: boolean): boolean =>
  command.createIndexes !== undefined && (command.indexes?.[0]?.unique ?? false) === unique;

test('API and worker start and do their work while an index is being built', async () => {
  let held = 0;
  proxy.meddling.hold = (command) => {
    if (!builds(command, false)) return undefined;
    held += 1;
    return new Promise(() => undefined);
  };
  stack = await startStack({ mongodbUri: proxy.uri });
  expect(held).toBeGreaterThanOrEqual(2);
  const to = newAddress();
  const id = await stack.production.send('welcome', { to });
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  expect(stack.smtp.mailsTo(to)).toHaveLength(1);
});

test('nothing is accepted while a unique index is missing, and everything once it is there', async () => {
  let release = (): void => undefined;
  const built = new Promise<void>((resolve) => (release = resolve));
  proxy.meddling.hold = (command) => (builds(command, true) ? built : undefined);
  const port = String(stack.api.ports.production);
  const { production, sandbox, admin } = stack.api.ports;
  await stack.api.stop();
  const ports = { API_PORT: port, API_SANDBOX_PORT: `${sandbox}`, ADMIN_PORT: `${admin}` };
  const starting = startProcess('api', { ...stack.apiEnv, ...ports });
  const api = new HttpApi(`http://127.0.0.1:${production}`, stack.production.key);
  const ready = await eventually('the API to listen', () => api.get('/readyz').catch(() => false as const));
  expect(ready).toMatchObject({ status: 503, body: { status: 'not ready' } });
  const refused = await api.post('/v1/send/welcome', { to: newAddress() });
  expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  release();
  stack.api = await starting;
  expect((await api.get('/readyz')).status).toBe(200);
  await api.send('welcome', { to: newAddress() });
});

test('`heliograph migrate` builds all indexes of the release before a process of it is started', async () => {
  const uri = withDatabase(String(process.env.HELIOGRAPH_TEST_MONGODB_URI), `x${randomUUID().slice(0, 8)}`);
  const bin = path.join(__dirname, '../../../cli/bin.js');
  const { stdout } = await promisify(execFile)(process.execPath, [bin, 'migrate'], {
    env: { ...process.env, MONGODB_URI: uri },
  });
  expect(stdout).toMatch(/^contacts identifiers: there, after \d+\.\d s$/m);
  expect(stdout).toMatch(/All indexes of this release are there\.\n$/);
  const connection = connectStore(uri);
  await connection.connected;
  try {
    createStore(connection.mongoose);
    for (const { collection, schema } of Object.values(connection.mongoose.models)) {
      const declared = schema.indexes();
      if (declared.length === 0) continue;
      const there = (await collection.listIndexes().toArray()).map(({ key }) => key as unknown);
      expect(there).toEqual(expect.arrayContaining(declared.map(([keys]) => keys)));
    }
    await connection.mongoose.dropDatabase();
  } finally {
    await connection.close();
  }
});
