import { withAttachments } from '../../../../channels/email/with-attachments';
import { emailMessage } from '../../../support/providers/emails';

const FILE = { filename: 'a.txt', contentType: 'text/plain', content: 'aGk=' };

test('a batch takes no e-mail with files, and notes which image an e-mail does not have', async () => {
  const provider = withAttachments(
    {
      name: 'acme',
      send: () => Promise.reject(new Error('not in this test')),
      batch: {
        most: 9,
        takes: ({ to }) => to !== 'alone@example.org',
        send: (messages) =>
          Promise.resolve(
            messages.map(({ to }) => ({ outcome: 'sent', providerMessageId: to, response: 'OK' })),
          ),
      },
      close: () => Promise.resolve(),
    },
    { fetch: () => Promise.reject(new Error('not in this test')) },
  );
  const plain = emailMessage();
  const image = emailMessage({ content: { subject: 'Hi', html: '<img src="cid:logo">' } });
  const file = emailMessage({ content: { subject: 'Hi', text: 'Hi', attachments: [FILE] } });
  const alone = emailMessage({ to: 'alone@example.org' });
  const { batch } = provider;
  expect([plain, image, file, alone].map((message) => batch?.takes?.(message))).toEqual([
    ...[true, true, false, false],
  ]);
  expect(await batch?.send([plain, image], AbortSignal.timeout(5000))).toMatchObject([
    { response: 'OK' },
    { response: 'OK; the HTML shows cid:logo, which no attachment is' },
  ]);
});
