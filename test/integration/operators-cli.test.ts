import { newAddress, untilEnded } from '../support/journey';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';
import { heliograph, type Ran } from '../unit/cli/admin-stub';

const TEXT_ONLY = `name: text-only
channels: [email]
templates:
  email:
    en:
      subject: Hello
      text: Hello {{name}}
`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ events: { 'text-only.yaml': TEXT_ONLY } });
});
afterAll(() => stack.stop());

const run = (...args: string[]): Promise<Ran> => {
  const { baseUrl, key = '' } = stack.admin;
  const env = { HELIOGRAPH_ADMIN_URL: baseUrl, HELIOGRAPH_ADMIN_KEY: key };
  return heliograph(['notifications', ...args], { env });
};

test('a message of text alone is shown', async () => {
  const id = await stack.production.send('text-only', { to: newAddress(), payload: { name: 'Ada' } });
  await untilEnded(stack.production, id);
  const { code, stdout, stderr } = await run('show', id);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/Subject: Hello\n\n {4}Hello Ada\n$/);
  expect(stdout).not.toContain('null');
});
