import { NOTIFICATION_MISSING } from '../../../workflows/contract';
import { eventually } from '../../support/eventually';
import { newAddress, untilEnded } from '../../support/journey';
import { lose } from '../../support/lost-notifications';
import { pendingActivity } from '../../support/pending-activity';
import { untilTimer } from '../../support/run-facts';
import { type Stack, startStack } from '../../support/stack';

const TEMPLATES = `
templates:
  email: { en: { subject: Hello, text: Hello } }
`;

/** Each begins with another activity. */
const EVENTS = {
  'sends.yaml': TEMPLATES,
  'asks.yaml': `${TEMPLATES}
sequence:
  - if: { value: payload.plan, is: pro }
    then: [{ end: true }]
    else: [{ send: email }]
`,
  'gathers.yaml': `${TEMPLATES}
sequence:
  - digest: 1s
  - send: email
`,
  'sleeps.yaml': `${TEMPLATES}
sequence:
  - wait: { until: "09:00", timezone: Europe/Stockholm }
  - send: email
`,
};

let stack: Stack;
beforeAll(async () => {
  // The sweep would begin the erasure by itself.
  stack = await startStack({ events: EVENTS, withoutWorker: true, env: { SWEEP_INTERVAL_SECONDS: '3600' } });
});
afterAll(() => stack.stop());

const untilMissed = (id: string) =>
  eventually(`${id} to be missed`, async () => {
    const activity = await pendingActivity(stack.temporal, id);
    return activity?.failure === NOTIFICATION_MISSING && activity;
  });

test('a notification that its workflow does not find is looked for again, and goes on once it is there', async () => {
  const events = ['sends', 'asks', 'gathers', 'sleeps'];
  const addresses = events.map(newAddress);
  const ids = await Promise.all(
    events.map((event, index) => stack.production.send(event, { to: addresses[index] })),
  );
  const lost = await Promise.all(ids.map((id) => lose(stack, id)));
  await stack.startWorker();
  for (const id of ids) await untilMissed(id);
  expect(stack.worker?.output()).toMatch(
    /"level":50.*an accepted notification is not in the database and was not erased; it is looked for again/,
  );

  await stack.store.notifications.insertAll(lost);
  for (const [index, event] of events.entries()) {
    if (event === 'sleeps') continue;
    expect(await untilEnded(stack.production, ids[index]!)).toMatchObject({ status: 'completed' });
    expect(stack.smtp.mailsTo(addresses[index]!)).toHaveLength(1);
  }
  const sleeping = ids[events.indexOf('sleeps')]!;
  await untilTimer(stack, sleeping);
});

test('one that is lost while its message is with the provider is not silently over', async () => {
  const to = newAddress();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let begun = 0;
  stack.smtp.answer = async (address) => {
    if (address !== to) return null;
    begun += 1;
    await held;
    return null;
  };
  const id = await stack.production.send('sends', { to });
  await eventually('the message to be with the provider', () => begun === 1);
  const lost = await lose(stack, id);
  release();
  await untilMissed(id);
  await stack.store.notifications.insertAll([lost]);
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
});

test('one whose contact is being erased is over without an error', async () => {
  await stack.worker?.stop();
  const id = await stack.production.send('sends', { to: newAddress() });
  const { contactId } = await lose(stack, id);
  await stack.store.contacts.tombstone(contactId!, new Date());
  const worker = await stack.startWorker();
  expect(await stack.temporal.workflow.getHandle(id).result()).toBe('stopped');
  expect(worker.output()).not.toContain('was not erased');
});
