import { eventually } from '../../support/eventually';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import { sayingHello } from '../../support/operator';
import { type Stack, startStack } from '../../support/stack';
import { heliograph, type Ran } from '../../unit/cli/admin-stub';

const PATIENT = `${sayingHello('patient')}sequence:
  - send: email
  - wait: 1h
  - send: email
`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    events: { 'text-only.yaml': sayingHello('text-only'), 'patient.yaml': PATIENT },
  });
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

test('an open notification says until when it waits; without a worker it is shown all the same, soon', async () => {
  const id = await stack.production.send('patient', { to: newAddress(), payload: { name: 'Ada' } });
  await untilStatus(stack.production, id, 'waiting');
  const waits = /^now +waits until \d{4}-\d\d-\d\dT[\d:.]+Z \(WAIT wait-1\)$/m;
  await eventually('it to wait', async () => waits.test((await run('show', id)).stdout));
  await stack.worker?.stop();
  const begun = Date.now();
  const { body } = await stack.admin.get<{ notification: object }>(`/admin/v1/notifications/${id}`);
  expect(Date.now() - begun).toBeLessThan(3000);
  expect(body.notification).toMatchObject({ status: 'waiting', details: null, task_failing: null });
  // An unanswered query says nothing of Temporal: what is sent meanwhile is started at once.
  const next = await stack.production.send('patient', { to: newAddress() });
  expect((await stack.temporal.workflow.getHandle(next).describe()).status.name).toBe('RUNNING');
});
