import { eventually } from '../../support/eventually';
import { expectRefusal } from '../../support/application';
import { type Stack, startStack } from '../../support/stack';

interface Page {
  subscriptions: { contact: { uuid: string; emailAddresses: string[] } }[];
  next: string | null;
}

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true });
});
afterAll(() => stack.stop());

const put = (topic: string, body: object = {}) =>
  stack.production.request('PUT', `/v1/topics/${topic}`, body);
const add = (topic: string, contacts: unknown[]) =>
  stack.production.post(`/v1/topics/${topic}/subscriptions`, { contacts });
const remove = (topic: string, contacts: unknown[]) =>
  stack.production.post(`/v1/topics/${topic}/subscriptions/remove`, { contacts });
const page = async (topic: string, query = ''): Promise<Page> =>
  (await stack.production.get<Page>(`/v1/topics/${topic}/subscriptions${query}`)).body;
const statuses = ({ body }: { body: object }): string[] =>
  (body as { results: { status: string }[] }).results.map(({ status }) => status);

test('TOPIC-1, TOPIC-2: topics are made, changed, listed and deleted, each environment by itself', async () => {
  const category = `/admin/v1/applications/${stack.applicationId}/categories/production/news`;
  await stack.admin.request('PUT', category, { labels: { en: { name: 'News' } } });
  const made = await put('a.first', { name: 'First', category: 'news' });
  expect(made).toMatchObject({
    status: 201,
    body: { topic: { name: 'First', description: null, category: 'news', subscribers: 0 } },
  });
  expect(await put('a.first')).toMatchObject({
    status: 200,
    body: { topic: { topic: 'a.first', name: 'a.first', category: null } },
  });
  await put('a.second');
  const first = await stack.production.get<{ topics: { topic: string }[]; next: string }>(
    '/v1/topics?limit=1',
  );
  expect(first.body).toMatchObject({ topics: [{ topic: 'a.first' }], next: 'a.first' });
  const second = await stack.production.get('/v1/topics?limit=1&after=a.first');
  expect(second.body).toMatchObject({ topics: [{ topic: 'a.second' }] });
  expectRefusal(await stack.sandbox.get('/v1/topics/a.first'), 404, 'TOPIC_NOT_FOUND');
  expectRefusal(await put('-x'), 400, 'VALIDATION_ERROR', { field: 'topic' });
  expectRefusal(await put('x', { category: 'gone' }), 400, 'VALIDATION_ERROR', { field: 'category' });
  expectRefusal(await put('x', { category: 'A' }), 400, 'VALIDATION_ERROR', { field: 'category' });
  expectRefusal(await add('none', ['a']), 404, 'TOPIC_NOT_FOUND');
  expectRefusal(await add('a.first', []), 400, 'VALIDATION_ERROR', { field: 'contacts' });
});

test('TOPIC-3, TOPIC-5, TOPIC-6: contacts are added and removed with a result for each, and twice is once', async () => {
  await put('news');
  const { body } = await stack.production.post<{ contact: { uuid: string } }>('/v1/contacts', {
    ...{ email: 'known@topics.example', external_id: 'known' },
  });
  const mixed = ['known', { email: 'new@topics.example', name: 'New' }, 'nobody', { email: 'x' }];
  const added = await add('news', [...mixed, body.contact.uuid, { email: 'new@topics.example' }]);
  expect(statuses(added)).toEqual([
    ...['subscribed', 'subscribed', 'rejected', 'rejected', 'already_subscribed', 'already_subscribed'],
  ]);
  expect(added.body).toMatchObject({ subscribed: 2, already_subscribed: 2, rejected: 2 });
  expect((added.body as { results: object[] }).results[3]).toMatchObject({
    ...{ code: 'VALIDATION_ERROR', field: 'contacts[3].email' },
  });
  expect(statuses(await add('news', ['known']))).toEqual(['already_subscribed']);
  const twice = await Promise.all([1, 2, 3].map(() => add('news', [{ email: 'race@topics.example' }])));
  expect(twice.flatMap(statuses).sort()).toEqual([
    ...['already_subscribed', 'already_subscribed', 'subscribed'],
  ]);

  const first = await page('news', '?limit=2');
  await remove('news', [first.subscriptions[0]!.contact.uuid]);
  const second = await page('news', `?limit=2&after=${first.next}`);
  const seen = [...first.subscriptions, ...second.subscriptions].map(
    ({ contact }) => contact.emailAddresses[0],
  );
  expect(seen.sort()).toEqual(['known@topics.example', 'new@topics.example', 'race@topics.example']);

  const left = second.subscriptions[0]!.contact.uuid;
  const removed = await remove('news', [
    left,
    { external_id: left },
    'nobody',
    { email: 'no@topics.example' },
  ]);
  expect(statuses(removed)).toEqual(['unsubscribed', 'rejected', 'rejected', 'rejected']);
  expect(statuses(await remove('news', [left]))).toEqual(['not_subscribed']);
  expectRefusal(await stack.production.get('/v1/contacts/no%40topics.example'), 404, 'CONTACT_NOT_FOUND');
  const shown = await stack.production.get('/v1/topics/news');
  expect(shown.body).toMatchObject({ topic: { subscribers: 1, subscribers_exact: true } });
});

test('TOPIC-7, TOPIC-8: a deleted topic and an erased contact leave no subscription', async () => {
  await put('gone');
  await put('kept');
  const entry = { email: 'erased@topics.example', external_id: 'erased' };
  await add('gone', [entry, { email: 'stays@topics.example' }]);
  await add('kept', [entry, { email: 'stays@topics.example' }]);
  const topics = await stack.production.get('/v1/contacts/erased/topics');
  expect((topics.body as { topics: { topic: string }[] }).topics.map(({ topic }) => topic).sort()).toEqual([
    ...['gone', 'kept'],
  ]);
  const subscriptions = () => stack.connection.mongoose.model('Subscription');
  const stays = (
    await stack.production.get<{ contact: { uuid: string } }>('/v1/contacts/stays%40topics.example')
  ).body.contact.uuid;
  expect((await stack.production.request('DELETE', '/v1/topics/gone')).status).toBe(200);
  expectRefusal(await stack.production.get('/v1/topics/gone'), 404, 'TOPIC_NOT_FOUND');
  await put('gone');
  expect((await page('gone')).subscriptions).toEqual([]);
  await stack.production.request('DELETE', '/v1/contacts/erased');
  expect((await page('kept')).subscriptions.map(({ contact }) => contact.uuid)).toEqual([stays]);
  await eventually('the subscriptions to be removed', async () => {
    const left = await subscriptions().find({ contactId: stays }).lean<{ topicId: string }[]>();
    return left.length === 1 && (await stack.store.subscriptions.size(left[0]!.topicId, 10)).count === 1;
  });
});
