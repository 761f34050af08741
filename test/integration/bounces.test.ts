import { createTransport } from 'nodemailer';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { arf, dsn, POSTFIX, yahooFeedback } from '../support/receipts/bounce-mails';
import { eventually } from '../support/eventually';
import { newAddress, untilEnded } from '../support/journey';
import type { OwnMongo } from '../support/own-mongo';
import { startOwnMongo } from '../support/own-mongo';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';

let stack: Stack;
let mongo: OwnMongo;
beforeAll(async () => {
  mongo = await startOwnMongo();
  const env = { BOUNCE_DOMAIN: 'bounces.example.com', BOUNCE_PORT: '0' };
  stack = await startStack({ env, mongodbUri: mongo.uri });
});
afterAll(async () => {
  await stack.stop();
  await mongo.remove();
});

/** Hands a mail to the API as the operator's mail server does. */
async function deliver(to: string, raw: Buffer, lmtp = false): Promise<string> {
  const options = { host: '127.0.0.1', port: stack.api.ports.bounces, ignoreTLS: true, lmtp };
  const transport = createTransport(new SMTPTransport(options));
  try {
    return (await transport.sendMail({ envelope: { from: '', to }, raw })).response;
  } finally {
    transport.close();
  }
}

const bounceOf = (address: string): Buffer =>
  dsn({ fields: POSTFIX.replaceAll(/ada@example\.org/gi, address) });

/** Sends to an address and gives back what the server saw. */
async function send(to: string, overrides = {}) {
  const id = await stack.production.send('welcome', { to, ...overrides });
  const view = await untilEnded(stack.production, id);
  return { id, view, mail: stack.smtp.mails.find((one) => one.to.includes(to)) };
}
const messageOf = async (id: string) => (await stack.production.notification(id)).messages[0];

test('a message’s bounce comes back to an address of its own, also after the database was away, and suppresses the recipient', async () => {
  const to = newAddress();
  const copy = newAddress();
  const { id, mail } = await send(to, { overrides: { email: { cc: copy, bcc: copy } } });
  expect(mail?.from).toMatch(/^[0-9a-v]{64}@bounces\.example\.com$/);
  expect(mail?.to).toEqual([to, copy]);
  expect(mail?.mail.from?.value[0]?.address).toMatch(/@example\.com$/);

  await mongo.stop();
  await expect(deliver(mail!.from, bounceOf(to))).rejects.toMatchObject({ responseCode: 451 });
  await mongo.startAgain();
  await eventually(
    'the bounce to be taken',
    () => deliver(mail!.from, bounceOf(to)).catch(() => null),
    40_000,
  );

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

test('a complaint over LMTP suppresses the recipient', async () => {
  await stack.api.stop();
  await stack.restartApi({ BOUNCE_PROTOCOL: 'lmtp' });
  const to = newAddress();
  const { mail } = await send(to);
  const fields = yahooFeedback(mail!.from).replace('ada@example.org', to);
  expect(await deliver('fbl@bounces.example.com', arf({ fields }), true)).toMatch(/^250 /);
  expect((await send(to)).view.messages[0]).toMatchObject({ status: 'failed' });
});
