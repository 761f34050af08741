import { createHash, randomUUID } from 'node:crypto';
import { ADMIN_ROUTES } from '../../support/admin-routes';
import { makeApplication } from '../../support/application';
import { HttpApi } from '../../support/http-api';
import { operatorOf, type SignedIn } from '../../support/signed-in';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const PATHS = Object.entries(ADMIN_ROUTES).map(([route, [role]]) => {
  const [method = '', template = ''] = route.split(' ');
  return { method, template, role };
});
/** Routes that a page of another site could want an operator's browser to call. */
const CHANGING = PATHS.filter(({ method, role }) => method !== 'GET' && role !== 'anyone');

const pathOf = (template: string, app: string): string =>
  template
    .replace(':app', app)
    .replace(':environment', 'sandbox')
    .replaceAll(/:\w+/g, () => randomUUID());

/** Sessions and the audit log change with each request, the sweep notes where it is, and processes write counts later. */
const OWN = ['sessions', 'audit', 'statistics', 'sweepmarks'];

/** Returns a hash of each collection, but of who has used what when. */
async function stored(): Promise<Record<string, string>> {
  const collections = (await stack.connection.mongoose.db?.collections()) ?? [];
  const kept = collections.filter(({ collectionName }) => !OWN.includes(collectionName));
  const hashes = kept.map(async (one): Promise<[string, string]> => {
    const documents = await one.find().sort({ _id: 1 }).toArray();
    const text = JSON.stringify(documents, (key, value: unknown) => (/^lastUsed/.test(key) ? null : value));
    return [one.collectionName, createHash('sha256').update(text).digest('hex')];
  });
  return Object.fromEntries(await Promise.all(hashes));
}

async function ownerWithApplication(): Promise<{ session: SignedIn; app: string }> {
  const { id: app } = await makeApplication(stack);
  return { session: (await operatorOf(stack.admin, 'owner')).session, app };
}

test('no changing route does anything for an owner’s cookie without the token, or for another site', async () => {
  const { session, app } = await ownerWithApplication();
  const before = await stored();
  const anyone = new HttpApi(stack.admin.baseUrl);
  const forged: Record<string, string>[] = [
    { cookie: session.cookie },
    { cookie: session.cookie, 'x-csrf-token': 'x'.repeat(43) },
    { cookie: session.cookie, 'x-csrf-token': session.csrf, 'sec-fetch-site': 'cross-site' },
    { cookie: session.cookie, 'x-csrf-token': session.csrf, origin: 'https://evil.example' },
  ];
  const passed: object[] = [];
  for (const { method, template } of CHANGING)
    for (const headers of forged) {
      const body = method === 'DELETE' ? undefined : {};
      const answer = await anyone.request(method, pathOf(template, app), body, headers);
      if (answer.status !== 403) passed.push({ method, template, headers, status: answer.status });
    }
  expect(passed).toEqual([]);
  expect(await stored()).toEqual(before);
});

test('a viewer changes nothing by any route of any method', async () => {
  const { app } = await ownerWithApplication();
  const { session } = await operatorOf(stack.admin, 'viewer');
  const before = await stored();
  // Their own session and password are theirs.
  const own = ['/admin/v1/session', '/admin/v1/session/new-password'];
  const passed: object[] = [];
  for (const { method, template, role } of CHANGING) {
    if (own.includes(template)) continue;
    const answer = await session.request(method, pathOf(template, app), method === 'DELETE' ? undefined : {});
    if (answer.status !== 403 || role === 'viewer') passed.push({ method, template, status: answer.status });
  }
  expect(passed).toEqual([]);
  expect(await stored()).toEqual(before);
});
