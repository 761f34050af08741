import { expectRefusal } from '../../support/application';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  const people = [
    { external_id: 'ada', email: 'ada@segments.example', meta: { plan: 'pro', language: 'de' } },
    { external_id: 'bob', phone: '+12025550199', meta: { plan: 'pro' } },
    { external_id: 'eve', email: 'eve@segments.example', meta: { plan: 'free' } },
  ];
  for (const person of people) await stack.production.post('/v1/contacts', person);
  await stack.production.request('PUT', '/v1/topics/news', {});
  await stack.production.post('/v1/topics/news/subscriptions', { contacts: ['ada', 'eve'] });
});
afterAll(() => stack.stop());

const put = (segment: string, body: object) =>
  stack.production.request('PUT', `/v1/segments/${segment}`, body);
const count = (filter: unknown) => stack.production.post('/v1/segment-counts', { filter });
const PRO = { value: 'contact.meta.plan', is: 'pro' };

test('SEGMENT-1: segments are made, changed, listed and deleted, each environment by itself', async () => {
  expect(await put('pros', { name: 'Pros', filter: PRO })).toMatchObject({
    status: 201,
    body: { segment: { segment: 'pros', name: 'Pros', filter: PRO }, contacts: 2, contacts_exact: true },
  });
  const filter = { all: [PRO, { topic: 'news' }] };
  expect(await put('pros', { filter })).toMatchObject({
    status: 200,
    body: { segment: { name: 'pros', filter: { all: [PRO, { topic: 'news', exists: true }] } }, contacts: 1 },
  });
  await put('q', { filter: PRO });
  expect((await stack.production.get('/v1/segments?limit=1')).body).toMatchObject({
    ...{ segments: [{ segment: 'pros' }], next: 'pros' },
  });
  expect((await stack.production.get('/v1/segments?limit=1&after=pros')).body).toMatchObject({
    segments: [{ segment: 'q' }],
  });
  expectRefusal(await stack.sandbox.get('/v1/segments/pros'), 404, 'SEGMENT_NOT_FOUND');
  expect((await stack.production.request('DELETE', '/v1/segments/q')).status).toBe(200);
  expectRefusal(await stack.production.request('DELETE', '/v1/segments/q'), 404, 'SEGMENT_NOT_FOUND');
});

test('SEGMENT-3: a wrong filter is refused by the name of the field', async () => {
  expectRefusal(await put('x', {}), 400, 'VALIDATION_ERROR', { field: 'filter' });
  expectRefusal(await put('-x', { filter: PRO }), 400, 'VALIDATION_ERROR', { field: 'segment' });
  for (const refused of [
    await put('x', { filter: { all: [PRO, { any: [{ topic: 'none' }] }] } }),
    await count({ all: [PRO, { any: [{ topic: 'none' }] }] }),
  ])
    expectRefusal(refused, 400, 'VALIDATION_ERROR', { field: 'filter.all[1].any[0].topic' });
});

test('SEGMENT-4, SEGMENT-6: a filter is counted without saving it, and a segment lists its contacts', async () => {
  expect((await count({ channel: 'sms' })).body).toMatchObject({ contacts: 1, contacts_exact: true });
  expect((await count({ value: 'contact.language', is: 'de' })).body).toMatchObject({ contacts: 1 });
  expect((await count({ topic: 'news', exists: false })).body).toMatchObject({ contacts: 1 });
  await put('listed', { filter: PRO });
  const names: string[] = [];
  for (let after = ''; ;) {
    const { body } = await stack.production.get<{ contacts: { externalId: string }[]; next: string | null }>(
      `/v1/segments/listed/contacts?limit=1${after}`,
    );
    names.push(...body.contacts.map(({ externalId }) => externalId));
    if (body.next === null) break;
    after = `&after=${body.next}`;
  }
  expect(names.sort()).toEqual(['ada', 'bob']);
  await stack.production.request('DELETE', '/v1/contacts/bob');
  expect((await stack.production.get('/v1/segments/listed')).body).toMatchObject({ contacts: 1 });
});
