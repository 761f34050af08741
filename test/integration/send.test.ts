import { eventually } from '../support/eventually';
import { newAddress } from '../support/journey';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const ended = (id: string) =>
  eventually(`notification ${id} to end`, async () => {
    const view = await stack.production.notification(id);
    return view.completed_at !== null && view;
  });

test('a send becomes an e-mail that arrives, and the notification says so', async () => {
  const answer = await stack.production.post('/v1/send/welcome', {
    to: { email: 'ada@example.org', name: 'Ada Lovelace' },
    payload: { name: 'Ada' },
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ id: expect.any(String), event: 'welcome', status: 'accepted' });
  const view = await ended(String(answer.body.id));
  expect(view).toMatchObject({
    event: 'welcome',
    status: 'completed',
    contact: { email: 'ada@example.org', name: 'Ada Lovelace' },
    messages: [
      { channel: 'email', status: 'sent', sent_at: expect.any(String), delivered_at: null, error: null },
    ],
  });
  const [mail] = stack.smtp.mailsTo('ada@example.org');
  expect(mail?.subject).toContain('Ada');
  expect(mail?.html).toContain('Ada');
  expect(mail?.text).toContain('Ada');
  expect(mail?.messageId).toBe(`<${view.messages[0]?.id}@example.com>`);
});

test('a template that was pushed a moment ago is the one that is sent', async () => {
  const push = (word: string) =>
    stack.admin.request('PUT', `/admin/v1/applications/${stack.applicationId}/events/production`, {
      files: [
        { name: 'fresh.yaml', content: `templates: { email: { en: { subject: ${word}, text: ${word} } } }` },
      ],
    });
  for (const word of ['First', 'Second', 'Third']) {
    expect((await push(word)).status).toBe(200);
    const to = newAddress();
    await stack.production.send('fresh', { to });
    await eventually('the mail', () => stack.smtp.mailsTo(to).length === 1);
    expect(stack.smtp.mailsTo(to)[0]?.subject).toBe(word);
  }
});
