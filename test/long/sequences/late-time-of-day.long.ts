import { join } from 'node:path';
import { newEmail } from '../../support/application';
import { bundleOf } from '../../../tools/dev/compiled/workflow-bundle';
import { currentDetails } from '../../support/current-details';
import { eventually } from '../../support/eventually';
import { untilEnded, untilStatus } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { untilTime } from '../../support/until-time';

const EVENTS = {
  'asking.yaml': `
retry_for: 1s
channels: [email]
templates: { email: { en: { subject: '{{step}}', text: Hello } } }
sequence: { code: trial-ending }
`,
};

let stack: Stack;
let nextMinute: string;
beforeAll(async () => {
  [stack, nextMinute] = await Promise.all([
    startStack({ withoutWorker: true, events: EVENTS }),
    bundleOf(join(__dirname, '../../support/workflows/next-minute.ts')),
  ]);
});
afterAll(() => stack.stop());

test('what falls due at a time of day is stale when its worker comes back too late, also behind a condition', async () => {
  await stack.startWorker({ WORKFLOW_BUNDLE: nextMinute });
  const id = await stack.production.send('asking', { to: newEmail() });
  await untilStatus(stack.production, id, 'waiting');
  const due = await eventually('the time to be known', async () =>
    /^waits until (\S+) /.exec(await currentDetails(stack.temporal, id))?.at(1),
  );
  await stack.worker?.kill();
  // `retry_for` is a second.
  await untilTime(Date.parse(due) + 2_000);
  await stack.startWorker({ WORKFLOW_BUNDLE: nextMinute });
  expect(await untilEnded(stack.production, id)).toMatchObject({
    status: 'failed',
    messages: [{ status: 'failed', error: expect.stringMatching(/^EXPIRED/) }],
  });
}, 150_000);
