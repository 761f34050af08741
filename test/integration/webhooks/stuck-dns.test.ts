import { randomUUID } from 'node:crypto';
import { type TestApplication, expectRefusal, makeApplication, newEmail } from '../../support/application';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { type WebhookReceiver, startWebhookReceiver } from '../../support/webhook-receiver';

/** What one of the others may take beside look-ups that hang. One such look-up takes three to five seconds. */
const SOON_MS = 3_000;

let stack: Stack;
let receiver: WebhookReceiver;
let hostile: TestApplication;
let other: TestApplication;
beforeAll(async () => {
  [stack, receiver] = await Promise.all([startStack(), startWebhookReceiver()]);
});
afterAll(() => Promise.all([stack.stop(), receiver.stop()]));
beforeEach(async () => {
  [hostile, other] = await Promise.all([makeApplication(stack), makeApplication(stack)]);
});

/** A name of this test alone, and the address of the receiver under it. */
function nameOf(label: string) {
  const name = `${label}-${randomUUID()}.example`;
  const url = new URL(receiver.url);
  url.hostname = name;
  return { name, url: url.href };
}
const register = (app: TestApplication, url: string) => app.production.post('/v1/webhooks', { url });

describe('a host whose DNS never answers', () => {
  test('WEBHOOK-8: is refused in three seconds, and so is a private host beside it, each time', async () => {
    const { hang, within } = await eventually('an answer that waits for no other look-up', async () => {
      const [stuck, inside, good] = [nameOf('stuck'), nameOf('inside'), nameOf('good')];
      stack.dns.zone = {
        ...{ [`* ${stuck.name}`]: 'drop', [`A ${inside.name}`]: ['10.1.2.3'] },
        [`A ${good.name}`]: ['127.0.0.1'],
      };
      const hang = Array.from({ length: 20 }, (_none, index) =>
        register(hostile, stuck.url.replace('stuck-', `host${index}.stuck-`)),
      );
      const within = [1, 2, 3].map(() => register(hostile, inside.url));
      let answered = 0;
      for (const one of hang) void one.then(() => (answered += 1));
      const begun = performance.now();
      const registered = await register(other, good.url);
      expect(registered.status).toBe(201);
      // A busy machine is slow, and now and then no quicker than the look-ups that hang.
      if (answered === 0 || performance.now() - begun < SOON_MS) return { hang, within };
      await Promise.all(hang);
      other = await makeApplication(stack);
      return null;
    });
    for (const answer of await Promise.all(hang)) {
      expectRefusal(answer, 400, 'VALIDATION_ERROR', { field: 'url' });
      expect(answer.body.error).toMatch(/^url cannot be checked: DNS gave no answer for host\d+\.stuck-/);
    }
    for (const answer of await Promise.all(within))
      expectRefusal(answer, 400, 'VALIDATION_ERROR', { field: 'url' });
    expectRefusal(await hostile.production.get('/v1/webhooks'), 404, 'WEBHOOK_NOT_FOUND');
  });

  test('WEBHOOK-8: delays no message and no webhook of another application', async () => {
    const stuck = nameOf('stuck');
    const good = nameOf('good');
    stack.dns.zone = { [`A ${stuck.name}`]: ['127.0.0.1'], [`A ${good.name}`]: ['127.0.0.1'] };
    for (const [app, url] of [
      [hostile, stuck.url],
      [other, good.url],
    ] as const)
      expect((await register(app, url)).status).toBe(201);
    stack.dns.zone = { [`* ${stuck.name}`]: 'drop', [`A ${good.name}`]: ['127.0.0.1'] };

    const send = (app: TestApplication) => app.production.send('ping', { to: newEmail() });
    const theirs = await Promise.all(Array.from({ length: 20 }, () => send(hostile)));
    await eventually('the first look-up', () => stack.dns.asked.some((asked) => asked.includes(stuck.name)));
    const begun = performance.now();
    const ours = await Promise.all(Array.from({ length: 5 }, () => send(other)));
    for (const id of ours) await eventually('the webhook', () => receiver.of(id).length > 0);
    expect(performance.now() - begun).toBeLessThan(45_000);
    for (const id of theirs) await untilEnded(hostile.production, id);
    expect(theirs.flatMap((id) => receiver.of(id))).toEqual([]);

    // Its DNS answers again, and the retries arrive.
    stack.dns.zone = { [`A ${stuck.name}`]: ['127.0.0.1'] };
    await eventually('a retry', () => theirs.some((id) => receiver.of(id).length > 0));
  });
});

test('a host whose CNAME leads to no address ends no process, and delays nobody else', async () => {
  const [gone, good] = [nameOf('gone'), nameOf('good')];
  stack.dns.zone = { [`* ${gone.name}`]: ['edge.example >'], [`A ${good.name}`]: ['127.0.0.1'] };
  expect((await register(hostile, gone.url)).status).toBe(201);
  expect((await register(other, good.url)).status).toBe(201);
  stack.dns.asked = [];
  const theirs = await hostile.production.send('ping', { to: newEmail() });
  await eventually('the look-up', () => stack.dns.asked.some((asked) => asked.includes(gone.name)));
  const ours = await other.production.send('ping', { to: newEmail() });
  await eventually('the webhook of another application', () => receiver.of(ours).length > 0);
  await untilEnded(hostile.production, theirs);
  for (const process of [stack.api, stack.worker])
    expect({ isRunning: process?.isRunning(), output: process?.output() }).toEqual({
      isRunning: true,
      output: expect.not.stringContaining('uncaught error'),
    });
});

test('WEBHOOK-8: a name whose DNS fails is refused, and one that does not exist is accepted', async () => {
  const broken = nameOf('broken');
  stack.dns.zone = { [`* ${broken.name}`]: 'fail' };
  expectRefusal(await register(other, broken.url), 400, 'VALIDATION_ERROR', { field: 'url' });
  expect((await register(other, nameOf('none').url)).status).toBe(201);
});
