import { type TestApplication, makeApplication, newEmail } from '../../support/application';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
let app: TestApplication;
let contact: string;
beforeAll(async () => {
  stack = await startStack();
  app = await makeApplication(stack);
  const labels = { en: { name: 'News' } };
  await stack.admin.request('PUT', `${app.path}/categories/production/news`, { labels });
  const { body } = await app.production.post<{ contact: { uuid: string } }>('/v1/contacts', {
    email: newEmail(),
  });
  contact = body.contact.uuid;
});
afterAll(() => stack.stop());

const preferences = (method: string, body?: unknown, path = '', query = '') =>
  stack.admin.request<Record<string, unknown>>(
    method,
    `${app.path}/contacts/${contact}/preferences${path}?environment=production${query}`,
    body,
  );

test('PREFERENCE-24: an operator changes the preferences of a contact, and the history names who changed what', async () => {
  const changed = await preferences('PATCH', {
    channels: { sms: false },
    categories: { news: { email: false } },
  });
  expect(changed.body.preferences).toMatchObject({
    channels: { sms: false },
    categories: { news: { email: false } },
    entries: [
      { channel: 'sms', by: 'operator' },
      { category: 'news', by: 'operator' },
    ],
  });
  await app.production.request('PATCH', `/v1/contacts/${contact}/preferences`, { channels: { sms: true } });
  // What changes nothing is no change.
  await preferences('PATCH', { channels: { sms: true } });
  expect((await preferences('GET')).body.preferences).toMatchObject({
    effective: expect.arrayContaining([
      { category: 'news', channel: 'email', on: false, rule: 'category_and_channel' },
    ]) as object,
  });

  const first = await preferences('GET', undefined, '/history', '&limit=1');
  expect(first.body).toMatchObject({
    changes: [
      {
        ...{ by: 'api', name: null, notification_id: null },
        changes: [{ category: null, channel: 'sms', was: false, on: true }],
      },
    ],
  });
  const rest = await preferences('GET', undefined, '/history', `&limit=1&after=${String(first.body.next)}`);
  expect(rest.body.changes).toMatchObject([
    {
      ...{ by: 'operator', name: expect.any(String) as string },
      changes: [
        { category: null, channel: 'sms', was: null, on: false },
        { category: 'news', channel: 'email', was: null, on: false },
      ],
    },
  ]);
  const end = await preferences('GET', undefined, '/history', `&after=${String(rest.body.next)}`);
  expect(end.body).toMatchObject({ changes: [], next: null });
  expect((await preferences('GET', undefined, '/history', '&after=first')).body).toMatchObject({
    field: 'after',
  });
  expect((await preferences('PATCH', { categories: { nwes: false } })).body).toMatchObject({
    ...{ code: 'VALIDATION_ERROR', field: 'categories.nwes' },
  });
});
