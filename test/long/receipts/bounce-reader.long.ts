import path from 'node:path';
import { BOUNCE_SETTINGS, bounceOf, bouncesOf } from '../../support/bounces';
import { newAddress } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

const BREAKABLE = path.join(__dirname, '../../support/receipts/breaks-mail-thread.js');

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { ...BOUNCE_SETTINGS, NODE_OPTIONS: `--require ${BREAKABLE}` } });
});
afterAll(() => stack.stop());
const { deliver, send, messageOf } = bouncesOf(() => stack);

test('a mail that breaks its reader is refused for good, the API goes on, and the next bounce is read', async () => {
  const to = newAddress();
  const { id, mail } = await send(to);
  const poison = Buffer.concat([Buffer.from('X-Break: 1\r\n'), bounceOf(to)]);
  await expect(deliver(mail!.from, poison)).rejects.toMatchObject({
    response: expect.stringMatching(/^554 5\.6\.0 /),
  });
  expect(stack.api.isRunning()).toBe(true);
  expect(stack.api.output()).toContain('broken on purpose');
  expect(await messageOf(id)).toMatchObject({ status: 'sent' });
  await deliver(mail!.from, bounceOf(to));
  expect(await messageOf(id)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^HARD_BOUNCE/),
  });
});
