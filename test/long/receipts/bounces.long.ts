import { BOUNCE_SETTINGS, bounceOf, bouncesOf } from '../../support/bounces';
import { eventually } from '../../support/eventually';
import { newAddress } from '../../support/journey';
import { type OwnMongo, startOwnMongo } from '../../support/own-mongo';
import { arf, yahooFeedback } from '../../support/receipts/bounce-mails';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
let mongo: OwnMongo;
beforeAll(async () => {
  mongo = await startOwnMongo();
  stack = await startStack({ env: BOUNCE_SETTINGS, mongodbUri: mongo.uri });
});
afterAll(async () => {
  await stack.stop();
  await mongo.remove();
});

const { deliver, send, messageOf } = bouncesOf(() => stack);

test('a bounce that comes while the database is away is refused for now, and taken when it comes again', async () => {
  const to = newAddress();
  const { id, mail } = await send(to);
  await mongo.stop();
  await expect(deliver(mail!.from, bounceOf(to))).rejects.toMatchObject({ responseCode: 451 });
  await mongo.startAgain();
  await eventually('the bounce to be taken', () => deliver(mail!.from, bounceOf(to)).catch(() => null));

  expect(await messageOf(id)).toMatchObject({ status: 'failed' });
});

test('a complaint over LMTP suppresses the recipient', async () => {
  await stack.api.stop();
  await stack.restartApi({ BOUNCE_PROTOCOL: 'lmtp' });
  const to = newAddress();
  const { mail } = await send(to);
  const fields = yahooFeedback(mail!.from).replace('ada@example.org', to);
  expect(await deliver('fbl@bounces.example.com', arf({ fields }), true)).toMatch(/^250 /);
  expect((await send(to)).view.messages[0]).toMatchObject({ status: 'failed' });
});
