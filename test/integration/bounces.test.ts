import { BOUNCE_SETTINGS, bounceOf, bouncesOf } from '../support/bounces';
import { newAddress } from '../support/journey';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: BOUNCE_SETTINGS });
});
afterAll(() => stack.stop());

const { deliver, send, messageOf } = bouncesOf(() => stack);

test('a message’s bounce comes back to an address of its own and suppresses the recipient', async () => {
  const to = newAddress();
  const copy = newAddress();
  const { id, mail } = await send(to, { overrides: { email: { cc: copy, bcc: copy } } });
  expect(mail?.from).toMatch(/^[0-9a-v]{64}@bounces\.example\.com$/);
  expect(mail?.to).toEqual([to, copy]);
  expect(mail?.mail.from?.value[0]?.address).toMatch(/@example\.com$/);

  await deliver(mail!.from, bounceOf(to));
  expect(await messageOf(id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('550 5.1.1'),
  });
  const again = await send(to);
  expect(again.view.messages[0]).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/suppress|nothing is sent/i),
  });
});

test('a report about people whom the message was not for suppresses nobody', async () => {
  const [to, other] = [newAddress(), newAddress()];
  const { id, mail } = await send(to);
  await deliver(mail!.from, bounceOf(other));
  // The recipient forwards to there: the message came back, and neither address is at fault.
  expect(await messageOf(id)).toMatchObject({ status: 'failed' });
  for (const address of [to, other]) {
    expect((await send(address)).view.messages[0]).toMatchObject({ status: 'sent' });
  }

  const copied = await send(newAddress(), { overrides: { email: { cc: newAddress() } } });
  await deliver(copied.mail!.from, bounceOf(other));
  expect(await messageOf(copied.id)).toMatchObject({ status: 'sent' });
});
