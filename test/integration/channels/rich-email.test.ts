import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

const NEWSLETTER = `
name: newsletter
bulk: true
unsubscribe_url: 'https://shop.example/unsubscribe/{{contact.externalId}}?list={{list}}'
templates:
  email:
    en:
      subject: 'News of {{date day}}'
      preheader: 'Only for {{contact.firstName}}'
      mjml: |
        <mjml><mj-body><mj-section><mj-column>
          <mj-text>Hello {{contact.firstName}}, {{plural count one="one offer" other="# offers"}}</mj-text>
        </mj-column></mj-section></mj-body></mjml>
      attachments:
        - { filename: 'offers-{{list}}.txt', content_type: text/plain, content: '{{file}}' }
`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ events: { 'newsletter.yaml': NEWSLETTER } });
});
afterAll(() => stack.stop());

test('an e-mail from MJML arrives with preheader, attachment and one-click unsubscribe', async () => {
  const id = await stack.production.send('newsletter', {
    to: { email: 'ada@example.org', external_id: 'a/b 1', name: 'Ada & Co' },
    payload: {
      day: '2026-03-09',
      count: 3,
      list: 'spring',
      file: Buffer.from('10 % off').toString('base64'),
    },
  });
  expect((await untilEnded(stack.production, id)).status).toBe('completed');
  const [mail] = stack.smtp.mailsTo('ada@example.org');
  expect(mail?.subject).toBe('News of Mar 9, 2026');
  expect(mail?.html).toContain('>Only for Ada');
  expect(mail?.html).toMatch(/Hello Ada, 3 offers/);
  expect(mail?.text).toMatch(/Hello Ada, 3 offers/);
  expect(mail?.attachments).toMatchObject([{ filename: 'offers-spring.txt', contentType: 'text/plain' }]);
  expect(mail?.attachments[0]?.content.toString()).toBe('10 % off');
  const headers = new Map(mail?.headerLines.map(({ key, line }) => [key, line]));
  expect(headers.get('list-unsubscribe')).toBe(
    'List-Unsubscribe: <https://shop.example/unsubscribe/a%2Fb%201?list=spring>',
  );
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});

test('in sandbox it is captured with the headers that it would have', async () => {
  const to = { email: 'eve@example.org', external_id: 'a/b 1' };
  const id = await stack.sandbox.send('newsletter', { to, payload: { list: 'spring', count: 1 } });
  await untilEnded(stack.sandbox, id);
  const [captured] = await stack.store.inbox.list({ to: to.email, limit: 1 });
  expect(captured?.headers).toEqual({
    'x-heliograph-notification': id,
    'x-heliograph-message': captured?.id,
    'auto-submitted': 'auto-generated',
    'list-unsubscribe': '<https://shop.example/unsubscribe/a%2Fb%201?list=spring>',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  });
});
