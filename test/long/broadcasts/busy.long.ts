import { setTimeout as sleep } from 'node:timers/promises';
import type { Notification } from '../../../store/notifications/model';
import { makeApplication, PING } from '../../support/application';
import { broadcast, ended, topicOf } from '../../support/broadcasts';
import { eventually } from '../../support/eventually';
import { type FailingOverProxy, startFailingOverProxy } from '../../support/failing-over-proxy';
import type { ApiServer } from '../../support/providers/api-server';
import { type PostmarkMail, startPostmark, TOKEN } from '../../support/providers/postmark-server';
import { type Stack, startStack } from '../../support/stack';
import { sendsWhile, whatIsWrong, wrongAfter } from '../../support/steady-sends';
import { untilExpired } from '../../support/until-time';

const AWAY_MS = 30_000;
const WITHIN_MS = 240_000;

let proxy: FailingOverProxy;
let postmark: ApiServer;
let stack: Stack;
let hangs = 0;
beforeAll(async () => {
  proxy = await startFailingOverProxy(String(process.env.HELIOGRAPH_TEST_MONGODB_URI));
  postmark = await startPostmark((handle) => (request) => {
    // Of one message or of several: beside other sends, few are made ready together.
    if (hangs > 0) return handle(request);
    hangs += 1;
    return 'hang';
  });
  stack = await startStack({ mongodbUri: proxy.uri, sweeps: true });
});
afterAll(async () => {
  await stack.stop();
  await Promise.all([proxy.stop(), postmark.close()]);
});

/** An application of its own, with a topic of so many contacts. */
async function audience(name: string, count: number) {
  const { id, path, production } = await makeApplication(stack, { 'ping.yaml': PING });
  const of = Object.assign(Object.create(stack) as Stack, { applicationId: id, production });
  const contacts = Array.from({ length: count }, (_, at) => ({ email: `${name}-${at}@example.org` }));
  return { of, path, count, topicId: await topicOf(of, name, contacts) };
}

/** The recipients of a broadcast, and what is wrong with them. `mailsTo` knows how many messages came to an address. */
async function recipientsOf(id: string, mailsTo: (address: string) => number) {
  const stored = await stack.connection.mongoose
    .collection<Notification>('notifications')
    .find({ batchId: id })
    .toArray();
  const wrong = stored.flatMap(({ status, messages: [message, ...others] }) => {
    const { address, attempts = [] } = message ?? {};
    const mails = mailsTo(address ?? '');
    const found = whatIsWrong(
      status,
      mails,
      attempts.map(({ outcome }) => outcome),
    );
    if (mails > 2) found.push(`${mails} mails came`);
    return [...found, ...others.map(() => 'it has another message')].map((words) => `${address}: ${words}`);
  });
  const unknown = stored.filter(({ messages: [message] }) =>
    message?.attempts.some(({ outcome }) => outcome === 'unknown'),
  );
  return { count: stored.length, wrong, unknown: unknown.length };
}

test('BROADCAST-2: two broadcasts beside other sends lose and double nothing while a provider hangs and the database is away', async () => {
  const near = await audience('near', 600);
  const far = await audience('far', 60);
  const added = await stack.admin.post(`${far.path}/integrations`, {
    ...{ channel: 'email', provider: 'postmark', check: false },
    settings: { server_token: TOKEN, base_url: postmark.url },
  });
  expect(added.status).toBe(201);
  await untilExpired(Date.now());
  const nearMails = (): number =>
    stack.smtp.mails.filter(({ to: [address] }) => address?.startsWith('near-')).length;
  const ids: string[] = [];
  const sent = await sendsWhile(stack, { perSecond: 8, seconds: 60 }, async () => {
    await sleep(2_000);
    for (const { of, topicId } of [far, near])
      ids.push(await broadcast(of, { event: 'ping', audience: { topicId } }));
    await eventually(
      'the call that hangs, and mails of the other broadcast',
      () => hangs === 1 && nearMails() > 50,
    );
    expect(nearMails()).toBeLessThan(near.count);
    await proxy.cut(AWAY_MS);
  });
  expect(sent).toHaveLength(480);
  expect(await wrongAfter(stack, sent, WITHIN_MS)).toEqual([]);
  const none = { ahead: 0, waiting: 0, failed: 0, skipped: {}, cancelled: 0 };
  for (const [at, { count }] of [far, near].entries()) {
    const { counted } = await ended(stack, ids[at] ?? '', WITHIN_MS);
    expect(counted).toMatchObject({ ...none, total: count, sent: count });
  }
  const posted = postmark.requests.flatMap(({ json }) => json as PostmarkMail | PostmarkMail[]);
  const postedTo = (address: string): number => posted.filter(({ To }) => To.includes(address)).length;
  const ofFar = await recipientsOf(ids[0] ?? '', postedTo);
  expect(ofFar).toMatchObject({ count: far.count, wrong: [] });
  // Those of the call that hung.
  expect(ofFar.unknown).toBeGreaterThan(0);
  const ofNear = await recipientsOf(ids[1] ?? '', (address) => stack.smtp.mailsTo(address).length);
  expect(ofNear).toMatchObject({ count: near.count, wrong: [] });
}, 900_000);
