import { randomUUID } from 'node:crypto';
import { dieInRequest } from '../../support/dying-processes';
import { eventually } from '../../support/eventually';
import { newAddress } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

const LATER = `
templates: { email: { en: { subject: Hello, text: Hello } } }
sequence: [{ wait: 1h }, { send: email }]
`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ events: { 'later.yaml': LATER } });
});
afterAll(() => stack.stop());

test('REFERENCE-5: a process that dies after it cancelled leaves nothing open, and a repeat completes the request', async () => {
  const { production } = stack;
  const [to, key] = [newAddress(), { 'idempotency-key': randomUUID() }];
  const body = { to, reference: '1', if_open: 'replace' };
  const first = await production.send('later', body);
  const replace = (api = production) => api.post<{ id: string }>('/v1/send/later', body, key);
  await dieInRequest(stack, 'after-replace', (baseUrl) => replace(production.at(baseUrl)));
  expect(await production.notification(first)).toMatchObject({ status: 'stopped' });
  const answer = await eventually('the takeover', async () => {
    const again = await replace();
    return again.status === 200 && again;
  });
  const { body: listed } = await production.get<{ notifications: { id: string; status: string }[] }>(
    '/v1/notifications?reference=1',
  );
  expect(listed.notifications).toMatchObject([{ id: answer.body.id, status: 'waiting' }, { id: first }]);
  expect((await replace()).body).toEqual(answer.body);
  const month = new Date().toISOString().slice(0, 7);
  expect(await stack.store.quotas.used(`${stack.applicationId}:production:month:${month}`)).toBe(2);
});
