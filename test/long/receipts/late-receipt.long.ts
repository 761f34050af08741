import { type TestApplication, makeApplication, newEmail, newPhone } from '../../support/application';
import { untilEnded, untilStatus } from '../../support/journey';
import { addPostmark } from '../../support/postmark-account';
import type { ApiServer } from '../../support/providers/api-server';
import { startPostmark } from '../../support/providers/postmark-server';
import { dueOf, untilTimer } from '../../support/run-facts';
import { type Stack, startStack } from '../../support/stack';
import { untilTime } from '../../support/until-time';

const CODE = `
retry_for: 10s
templates:
  email: { en: { subject: '{{step}}', text: Hello } }
  sms: { en: { text: Hello } }
sequence:
  - send: { name: first, channel: email }
  - if: { delivered: first, within: 15s }
    then: [{ send: email }]
    else: [{ send: { name: late, channel: sms } }]
`;

let stack: Stack;
let postmark: ApiServer;
let app: TestApplication;
beforeAll(async () => {
  [stack, postmark] = await Promise.all([startStack(), startPostmark()]);
  app = await makeApplication(stack, { 'code.yaml': CODE });
  await addPostmark(stack, app, postmark);
});
afterAll(async () => {
  await Promise.all([stack.stop(), postmark.close()]);
});

test('what a missing receipt makes due is stale when its worker comes back too late', async () => {
  const id = await app.production.send('code', { to: { email: newEmail(), phone: newPhone() } });
  await untilStatus(app.production, id, 'waiting');
  const due = dueOf(await untilTimer(stack, id));
  await stack.worker?.kill();
  // `retry_for` is ten seconds.
  await untilTime(due + 11_000);
  await stack.startWorker();
  expect(await untilEnded(app.production, id, 60_000)).toMatchObject({
    status: 'completed',
    messages: [{ status: 'sent' }, { status: 'failed', error: expect.stringMatching(/^EXPIRED/) }],
  });
});
