import type { Answer } from '../../support/http-api';
import { type Stack, startStack } from '../../support/stack';
import { type TestApplication, expectRefusal, makeApplication, PING } from '../../support/application';

interface Version {
  version: number;
  via: string | null;
  by: { id: string; name: string } | null;
  restored: number | null;
}

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(async () => {
  app = await makeApplication(stack);
});

const FILE = (subject: string): string =>
  PING.replace('ping', 'one').replace('subject: Ping', `subject: ${subject}`);
const admin = <T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T>> => stack.admin.request<T>(method, `${app.path}/${path}`, body);
const push = (content: string, more: object = {}): Promise<Answer> =>
  admin('PUT', 'events/production', { files: [{ name: 'one.yaml', content }], ...more });
const restore = (version: number, body?: object): Promise<Answer> =>
  admin('POST', `events/production/one/versions/${version}/restore`, body);
const versions = async (query = '') =>
  (await admin<{ versions: Version[]; next: string | null }>('GET', `events/production/one/versions${query}`))
    .body;
const current = async () =>
  (await admin<{ event: { source: string; version: number } }>('GET', 'events/production/one')).body.event;

test('each push that changes an event stores a version, with who pushed it and how', async () => {
  await push(FILE('One'), { via: 'cli' });
  await push(FILE('Two'), { via: 'dashboard' });
  await push(FILE('Two'));
  await push(`# a comment\n${FILE('Two')}`, { via: 'promotion' });
  const { versions: found, next } = await versions();
  expect(found.map(({ version, via }) => [version, via])).toEqual([
    [3, 'promotion'],
    [2, 'dashboard'],
    [1, 'cli'],
  ]);
  expect(next).toBeNull();
  expect(found[0]).toMatchObject({ by: { id: 'setting', name: expect.any(String) }, restored: null });
  expect((await admin('GET', 'events/production/one/versions/2')).body).toMatchObject({
    version: { version: 2, source: FILE('Two') },
  });
  const page = await versions('?limit=2');
  expect(page).toMatchObject({ versions: [{ version: 3 }, { version: 2 }], next: '2' });
  expect(await versions(`?limit=2&after=${page.next}`)).toMatchObject({
    versions: [{ version: 1 }],
    next: null,
  });
  expect((await admin('GET', 'events/sandbox/one/versions')).status).toBe(404);
  expectRefusal(await admin('GET', 'events/production/one/versions/9'), 404, 'EVENT_VERSION_NOT_FOUND');
});

test('a push that is based on another version is refused, and applies nothing', async () => {
  await push(FILE('One'));
  await push(FILE('Two'), { expected_versions: { one: 1 } });
  const refused = await push(FILE('Three'), { expected_versions: { one: 1 } });
  expectRefusal(refused, 409, 'EVENT_CHANGED');
  expect(refused.body.error).toContain('It has version 2 now');
  expectRefusal(await push(FILE('Three'), { expected_versions: { one: null } }), 409, 'EVENT_CHANGED');
  expect(await current()).toMatchObject({ version: 2, source: FILE('Two') });
});

test('of pushes at the same moment that are based on one version, one is applied; others are numbered', async () => {
  await push(FILE('One'));
  const based = await Promise.all(
    ['A', 'B', 'C', 'D'].map((subject) => push(FILE(subject), { expected_versions: { one: 1 } })),
  );
  expect(based.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  await Promise.all(['E', 'F', 'G'].map((subject) => push(FILE(subject))));
  const { versions: found } = await versions();
  expect(found.map(({ version }) => version)).toEqual([5, 4, 3, 2, 1]);
  const { version, source } = await current();
  expect(version).toBe(5);
  expect((await admin('GET', 'events/production/one/versions/5')).body).toMatchObject({
    version: { source },
  });
});

test('a version is restored as a push of its file', async () => {
  await push(FILE('One'));
  await push(FILE('Two'));
  expectRefusal(await restore(1, { expected_version: 1 }), 409, 'EVENT_CHANGED');
  expect((await restore(1, { expected_version: 2 })).body).toMatchObject({
    success: true,
    change: { name: 'one', change: 'changed', version: 3 },
  });
  expect(await current()).toMatchObject({ version: 3, source: FILE('One') });
  expect((await versions()).versions[0]).toMatchObject({ version: 3, via: 'restore', restored: 1 });
  expectRefusal(await restore(9), 404, 'EVENT_VERSION_NOT_FOUND');
});

test('a deleted event is listed, and is restored from its last version', async () => {
  await push(FILE('One'));
  await push(FILE('Two'));
  await admin('DELETE', 'events/production/one');
  const deleted = () => admin<{ events: object[] }>('GET', 'deleted-events/production');
  expect((await deleted()).body.events).toEqual([
    expect.objectContaining({ name: 'one', version: 3, via: 'delete' }),
  ]);
  expect((await restore(3, { expected_version: null })).status).toBe(200);
  expect(await current()).toMatchObject({ version: 4, source: FILE('Two') });
  expect((await deleted()).body.events).toEqual([]);
  // An event that is created again goes on counting.
  await admin('DELETE', 'events/production/one');
  await push(FILE('New'));
  expect(await current()).toMatchObject({ version: 6 });
});

test('an event that an older release stored keeps its file as version 0', async () => {
  const scope = { applicationId: app.id, environment: 'production' } as const;
  await push(FILE('Old'));
  const { definition, source, updatedAt } = (await stack.store.events.find(scope, 'one'))!;
  const version = { id: '', number: 0, by: null, via: null };
  await stack.store.events.put(scope, [{ definition, source, updatedAt, version, over: 1 }]);
  await push(FILE('New'), { expected_versions: { one: 0 } });
  const { versions: found } = await versions();
  expect(found.map(({ version: number, by }) => [number, by?.id ?? null])).toEqual([
    [1, 'setting'],
    [0, null],
  ]);
  expect((await admin('GET', 'events/production/one/versions/0')).body).toMatchObject({
    version: { source: FILE('Old') },
  });
  expect((await restore(0)).body).toMatchObject({ change: { version: 2 } });
});

test('an event keeps its last 100 versions, and retention removes those that were superseded long ago', async () => {
  const scope = { applicationId: app.id, environment: 'production' } as const;
  const numbers = async () => (await versions('?limit=100')).versions.map(({ version }) => version);
  await push(FILE('First'));
  const first = (await stack.store.events.find(scope, 'one'))!;
  await stack.store.events.put(scope, [{ ...first, version: { ...first.version, number: 98 }, over: 1 }]);
  await push(FILE('No. 99'));
  expect(await numbers()).toEqual([99, 98, 1]);
  await push(FILE('No. 100'));
  await push(FILE('No. 101'));
  expect(await numbers()).toEqual([101, 100, 99, 98]);
  const removed = await stack.store.eventVersions.removeOld(new Date(Date.now() + 1000), 1000);
  expect(removed).toBeGreaterThanOrEqual(3);
  expect((await versions()).versions.map(({ version }) => version)).toEqual([101]);
  await push(FILE('After'));
  expect((await versions()).versions.map(({ version }) => version)).toEqual([102, 101]);
});

test('a file that is not pushed is rendered, and its problems have their lines', async () => {
  const render = (file: string) => admin('POST', 'events/production/one/render', { channel: 'email', file });
  expect((await render(FILE('Draft'))).body).toMatchObject({ rendered: { subject: 'Draft' } });
  expectRefusal(await render(FILE("'{{#if}}'")), 400, 'VALIDATION_ERROR', {
    field: 'file',
    problems: [{ file: 'one.yaml', line: expect.any(Number), message: expect.any(String) }],
  });
  expect((await admin('GET', 'events/production/one')).status).toBe(404);
});
