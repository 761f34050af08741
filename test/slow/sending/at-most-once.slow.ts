import { eventually } from '../../support/eventually';
import { newAddress, untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

const ONCE = `
delivery: at_most_once
templates: { email: { en: { subject: Hello, text: Hello } } }
`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true, events: { 'once.yaml': ONCE } });
});
afterAll(() => stack.stop());

// A minute: that the attempt is dead is believed only once its deadline has passed.
test('MESSAGE-7: with at_most_once a send whose worker died is not repeated: OUTCOME_UNKNOWN', async () => {
  stack.smtp.answer = () => 'hang';
  const id = await stack.production.send('once', { to: newAddress() });
  await eventually('the send to be with the provider', () => stack.smtp.attempts === 1);
  await stack.worker?.kill();
  await stack.startWorker();
  expect(await untilEnded(stack.production, id, 120_000)).toMatchObject({
    status: 'failed',
    messages: [{ status: 'failed', error: expect.stringMatching(/^OUTCOME_UNKNOWN: /) }],
  });
  expect(stack.smtp.attempts).toBe(1);
});
