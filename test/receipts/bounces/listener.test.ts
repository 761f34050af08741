import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { createTransport } from 'nodemailer';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { pino } from 'pino';
import { type BounceListener, startBounceListener } from '../../../api/receipts/bounces/listener';
import { createMailReader, type MailReader, UnreadableMail } from '../../../api/receipts/bounces/mail-reader';
import { newId } from '../../../core/shared/ids';
import type { Receipt } from '../../../core/receipts/receipt';
import { createReturnAddresses } from '../../../core/receipts/return-address';
import * as mails from '../../support/receipts/bounce-mails';

const addresses = createReturnAddresses({ domain: 'bounces.example.com', keys: [randomBytes(32)] });
const newIds = () => ({ notificationId: newId(), messageId: newId() });
const ids = newIds();
const own = addresses.make(ids);
const bounce = mails.dsn({ fields: mails.POSTFIX, to: own });

let listener: BounceListener;
let reader: MailReader;
let applied: Receipt[][];
let logged: string;
let apply: (receipts: Receipt[]) => Promise<void>;

async function start(protocol: 'smtp' | 'lmtp'): Promise<void> {
  applied = [];
  logged = '';
  apply = async (receipts) => void applied.push(receipts);
  const log = pino({ level: 'debug' }, { write: (line: string) => void (logged += line) });
  listener = await startBounceListener({
    host: '127.0.0.1',
    port: 0,
    protocol,
    addresses,
    // The listener closes it; the tests use one thread.
    reader: { read: (bytes) => reader.read(bytes), close: () => Promise.resolve() },
    log,
    applyReceipts: (receipts) => apply(receipts),
    unsubscribe: () => Promise.resolve(),
  });
}
beforeAll(() => {
  reader = createMailReader({ log: pino({ enabled: false }) });
});
afterAll(() => reader.close());
afterEach(() => listener.close());

/** Hands a mail over as a mail server does. */
async function deliver(to: string[], raw: Buffer, from = '') {
  const transport = createTransport(
    new SMTPTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true, secure: false }),
  );
  try {
    return await transport.sendMail({ envelope: { from, to }, raw });
  } finally {
    transport.close();
  }
}

/** The replies to these lines, one each but for the ones that a mail is made of. */
async function talk(lines: string[], replies: number): Promise<string[]> {
  const socket = connect(listener.port, '127.0.0.1');
  const seen: string[] = [];
  const done = (async () => {
    for await (const line of createInterface(socket)) {
      if (/^\d{3} /.test(line)) seen.push(line);
      if (seen.length === replies + 1) return socket.destroy();
      const next = lines[seen.length - 1];
      if (/^\d{3} /.test(line) && next !== undefined) socket.write(`${next}\r\n`);
    }
  })();
  await once(socket, 'connect');
  await done;
  return seen.slice(1);
}

describe('the listener for bounces over SMTP', () => {
  beforeEach(() => start('smtp'));

  it('hands over what a bounce says of the message that it came back to, and takes it', async () => {
    expect((await deliver([own.toUpperCase()], bounce)).response).toMatch(/^250 /);
    expect(applied).toEqual([
      [expect.objectContaining({ ...ids, kind: 'hard_bounce', address: 'ada@example.org' })],
    ]);
  });

  it('takes complaints at fbl@ and postmaster@', async () => {
    await deliver(
      ['FBL@Bounces.example.com'],
      mails.arf({ fields: mails.rfcFeedback(own) }),
      'fbl@example.net',
    );
    await deliver(['postmaster@bounces.example.com'], mails.arf({ fields: mails.yahooFeedback(own) }));
    const complaint = expect.objectContaining({ ...ids, kind: 'complained' });
    expect(applied).toEqual([[complaint], [complaint]]);
  });

  it('is kept from nobody by connections that say nothing', async () => {
    const silent = Array.from({ length: 120 }, (_, n) =>
      connect({ port: listener.port, host: '127.0.0.1', localAddress: `127.0.0.${n % 3 === 0 ? 5 : 6}` }),
    );
    const closed = silent.map((socket) => once(socket.on('error', () => undefined).resume(), 'close'));
    await Promise.race(closed);
    expect((await deliver([own], bounce)).response).toMatch(/^250 /);
    const open = silent.filter((socket) => !socket.closed).length;
    expect(open).toBeGreaterThan(0);
    expect(open).toBeLessThanOrEqual(100);
    for (const socket of silent) socket.destroy();
    await Promise.all(closed);
  });

  it('answers a mail that it reads, however many connections its sender opens', async () => {
    let finish: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      apply = () => {
        resolve();
        return new Promise((done) => (finish = done));
      };
    });
    const delivered = deliver([own], bounce);
    await begun;
    const silent = Array.from({ length: 60 }, () => connect(listener.port, '127.0.0.1'));
    const closed = silent.map((socket) => once(socket.on('error', () => undefined).resume(), 'close'));
    await Promise.race(closed);
    finish();
    expect((await delivered).response).toMatch(/^250 /);
    for (const socket of silent) socket.destroy();
    await Promise.all(closed);
  });

  it('takes vacation replies and drops them, saying so without an address', async () => {
    expect((await deliver([own], mails.VACATION, 'ada@example.org')).response).toMatch(/^250 /);
    expect(applied).toEqual([]);
    expect(logged).toContain('mail for the bounce domain');
    expect(logged).not.toContain('@');
    expect(logged).not.toContain(own.slice(0, 20));
  });

  it('refuses every recipient that is no return address of ours', async () => {
    const others = createReturnAddresses({ domain: 'bounces.example.com', keys: [randomBytes(32)] });
    const altered = own.slice(0, 63) + (own[63] === '0' ? '1' : '0') + own.slice(64);
    for (const to of [
      others.make(ids),
      altered,
      own.replace('bounces', 'b'),
      'ada@bounces.example.com',
      'fbl@example.com',
    ]) {
      await expect(deliver([to], bounce)).rejects.toMatchObject({
        responseCode: 550,
        response: expect.stringMatching(/^550 5\.1\.1 /),
      });
    }
    expect(applied).toEqual([]);
  });

  it('asks for another try where the receipts cannot be applied, and takes that', async () => {
    const good = apply;
    apply = () => Promise.reject(new Error('no database'));
    await expect(deliver([own], bounce)).rejects.toMatchObject({
      responseCode: 451,
      response: expect.stringMatching(/^451 4\.3\.0 /),
    });
    apply = good;
    await deliver([own], bounce);
    expect(applied).toHaveLength(1);
  });

  it('refuses a mail for good that ends its reader, so that nobody sends it again', async () => {
    const good = reader.read;
    reader.read = () => Promise.reject(new UnreadableMail('the mail could not be read'));
    const refused = deliver([own], bounce);
    await expect(refused).rejects.toMatchObject({ response: expect.stringMatching(/^554 5\.6\.0 /) });
    reader.read = () => Promise.reject(new Error('no thread'));
    await expect(deliver([own], bounce)).rejects.toMatchObject({ responseCode: 451 });
    reader.read = good;
    await deliver([own], bounce);
    expect(applied).toHaveLength(1);
  });

  it('asks for another try where one of two recipients’ receipts cannot be applied', async () => {
    const two = newIds();
    apply = async ([first]) => {
      if (first?.messageId === two.messageId) throw new Error('no database');
    };
    await expect(deliver([own, addresses.make(two)], bounce)).rejects.toMatchObject({ responseCode: 451 });
  });

  it('reads a large mail whose report stands before the message that came back', async () => {
    const returned = `${mails.original('shop@example.com')}\n\n${'x'.repeat(76).concat('\n').repeat(40_000)}`;
    const large = mails.dsn({ fields: mails.POSTFIX, returned, returnedType: 'message/rfc822' });
    expect(large.length).toBeGreaterThan(3_000_000);
    await deliver([own], large);
    expect(applied).toHaveLength(1);
  });

  it('says how much it takes, and offers neither login nor TLS', async () => {
    const socket = connect(listener.port, '127.0.0.1');
    let said = '';
    socket.on('data', (chunk) => {
      if (said === '') socket.write('EHLO mx.example.net\r\n');
      said += chunk.toString();
      if (/^250 /m.test(said)) socket.destroy();
    });
    await once(socket, 'close');
    expect(said).toMatch(/SIZE 52428800/);
    expect(said).not.toMatch(/AUTH|STARTTLS/);
    const [, tooLarge] = await talk(['EHLO mx.example.net', 'MAIL FROM:<> SIZE=52428801'], 2);
    expect(tooLarge).toMatch(/^552 /);
  });

  it('forgets a mail that breaks off', async () => {
    const socket = connect(listener.port, '127.0.0.1');
    const lines = ['EHLO a', 'MAIL FROM:<>', `RCPT TO:<${own}>`, 'DATA'];
    socket.on('data', (chunk) => {
      if (/^354 /m.test(chunk.toString())) {
        socket.write(bounce);
        setImmediate(() => socket.destroy());
      } else if (/^\d{3} /m.test(chunk.toString())) socket.write(`${lines.shift()}\r\n`);
    });
    await once(socket, 'close');
    await deliver([own], mails.VACATION);
    expect(applied).toEqual([]);
  });
});

describe('the listener for bounces over LMTP', () => {
  beforeEach(() => start('lmtp'));

  it('answers for each recipient', async () => {
    const [one, two] = [newIds(), newIds()];
    apply = async (receipts) => {
      if (receipts[0]?.messageId === two.messageId) throw new Error('no database');
      applied.push(receipts);
    };
    const replies = await talk(
      [
        'LHLO mx.example.net',
        'MAIL FROM:<>',
        `RCPT TO:<${addresses.make(one)}>`,
        `RCPT TO:<${addresses.make(two)}>`,
        'RCPT TO:<ada@bounces.example.com>',
        'DATA',
        `${bounce.toString()}.`,
      ],
      8,
    );
    expect(replies.slice(2).map((reply) => reply.slice(0, 9))).toEqual([
      expect.stringMatching(/^250/),
      expect.stringMatching(/^250/),
      '550 5.1.1',
      expect.stringMatching(/^354/),
      '250 2.6.0',
      '451 4.3.0',
    ]);
    expect(applied).toMatchObject([[{ ...one, kind: 'hard_bounce' }]]);
  });
});
