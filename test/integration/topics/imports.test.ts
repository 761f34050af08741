import { request } from 'undici';
import { expectRefusal } from '../../support/application';
import { eventually } from '../../support/eventually';
import { type Stack, startStack } from '../../support/stack';

interface Import {
  id: string;
  state: string;
  rows: number;
  read: number;
  subscribed: number;
  already_subscribed: number;
  rejected: number;
}

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.production.request('PUT', '/v1/topics/news', {});
});
afterAll(() => stack.stop());

const IMPORTS = '/v1/topics/news/imports';
const begin = (body: string, type = 'text/csv') =>
  stack.production.post<{ import: Import }>(IMPORTS, body, { 'content-type': type });
const shown = async (id: string): Promise<Import> =>
  (await stack.production.get<{ import: Import }>(`${IMPORTS}/${id}`)).body.import;
const untilDone = (id: string): Promise<Import> =>
  eventually('the import to be done', async () => {
    const one = await shown(id);
    return one.state === 'done' && one;
  });
async function rejects(id: string): Promise<string[]> {
  const { body, headers } = await request(`${stack.production.baseUrl}${IMPORTS}/${id}/rejects`, {
    headers: { authorization: `Bearer ${stack.production.key ?? ''}` },
  });
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  return (await body.text()).split('\r\n');
}

test('TOPIC-9, TOPIC-10, TOPIC-11: a CSV is imported, with a reason for each row that is not', async () => {
  const rows = [
    'email,name,meta.plan',
    'one@import.example,"One, the ""first""",team',
    'ONE@import.example,,',
    'two@import.example,Two',
    'three,Three,',
    '"four@import.example","Four","a\nb"',
    'five@import.example,Five,solo',
  ];
  const { status, body } = await begin(rows.join('\r\n'));
  expect(status).toBe(201);
  expect(body.import).toMatchObject({ rows: 6, format: 'csv' });
  const { id } = body.import;
  expect(await untilDone(id)).toMatchObject({
    ...{ rows: 6, read: 6, subscribed: 3, already_subscribed: 1, rejected: 2 },
  });
  expect(await rejects(id)).toEqual([
    'line,code,field,error',
    '4,VALIDATION_ERROR,contact,"contact has 2 fields, and the header has 3."',
    '5,VALIDATION_ERROR,contact.email,contact.email must be an e-mail address such as ada@example.com.',
    '',
  ]);
  const contact = await stack.production.get('/v1/contacts/one%40import.example');
  expect(contact.body).toMatchObject({ contact: { name: 'One, the "first"', meta: { plan: 'team' } } });
  const again = await begin(rows.join('\r\n'));
  expect(await untilDone(again.body.import.id)).toMatchObject({ subscribed: 0, already_subscribed: 4 });
  const list = await stack.production.get<{ imports: Import[] }>(IMPORTS);
  expect(list.body.imports.map((one) => one.id)).toEqual([again.body.import.id, id]);
  expect(await stack.connection.mongoose.model('TopicImportPage').countDocuments()).toBe(0);
});

test('TOPIC-9: JSON Lines have objects, and texts that name contacts', async () => {
  await stack.production.post('/v1/contacts', { external_id: 'named' });
  const lines = ['"named"', '"nobody"', '{"email":"six@import.example","meta":{"n":1}}', '{', ''];
  const { body } = await begin(lines.join('\n'), 'application/x-ndjson');
  expect(await untilDone(body.import.id)).toMatchObject({ rows: 4, subscribed: 2, rejected: 2 });
  expect((await rejects(body.import.id)).slice(1, 3)).toEqual([
    '2,CONTACT_NOT_FOUND,,There is no contact with this identifier.',
    '4,VALIDATION_ERROR,contact,contact is not valid JSON.',
  ]);
});

test('TOPIC-9: a file that cannot be imported leaves nothing', async () => {
  const refusals: [string, string, number, string][] = [
    ['email,email\na@b.example,\n', 'text/csv', 400, 'VALIDATION_ERROR'],
    ['email\n', 'text/csv', 400, 'VALIDATION_ERROR'],
    ['', 'application/x-ndjson', 400, 'VALIDATION_ERROR'],
    ['{}', 'application/json', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ];
  const counts = () =>
    Promise.all(
      ['TopicImport', 'TopicImportPage'].map((name) =>
        stack.connection.mongoose.model(name).countDocuments(),
      ),
    );
  const before = await counts();
  for (const [body, type, status, code] of refusals) expectRefusal(await begin(body, type), status, code);
  expect(await counts()).toEqual(before);
  expectRefusal(await stack.production.get(`${IMPORTS}/x`), 404, 'IMPORT_NOT_FOUND');
});

test('TOPIC-12: an import is stopped and continues where it was', async () => {
  await stack.worker?.kill();
  const rows = Array.from({ length: 1200 }, (_, index) => `s-${index}@import.example`);
  const { id } = (await begin(['email', ...rows].join('\n'))).body.import;
  const stopped = await stack.production.post(`${IMPORTS}/${id}/stop`, {});
  expect(stopped.body).toMatchObject({ import: { state: 'stopped', rows: 1200, read: 0 } });
  expectRefusal(
    await stack.production.post(`${IMPORTS}/${'0'.repeat(36)}/stop`, {}),
    404,
    'IMPORT_NOT_FOUND',
  );
  await stack.startWorker();
  expect((await stack.production.post(`${IMPORTS}/${id}/continue`, {})).status).toBe(200);
  expect(await untilDone(id)).toMatchObject({ read: 1200, subscribed: 1200 });
  expectRefusal(await stack.production.post(`${IMPORTS}/${id}/stop`, {}), 409, 'IMPORT_STATE');
});
