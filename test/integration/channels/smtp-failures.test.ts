import { createServer, type AddressInfo, type Socket } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createSmtpProvider, type SmtpProviderOptions } from '../../../channels/email/smtp/client';
import type { Provider } from '../../../channels/provider';
import { closingAfterEach } from '../../support/closing';
import { message, polite, startScriptedServer, startSmtpServer } from '../../support/smtp-servers';

const never = new AbortController().signal;
const keep = closingAfterEach();

const provider = (port: number, options: Partial<SmtpProviderOptions> = {}): Provider =>
  keep(createSmtpProvider({ url: `smtp://127.0.0.1:${port}`, ...options }));

function refusal(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

/** What a result says of whom a failure concerns. */
const aboutOf = (concerns: Row[3]) =>
  concerns === 'account' ? { refusedAccount: true } : concerns && { concerns };

type Row = [reply: string, outcome: string, code: string, concerns?: 'recipient' | 'account'];

describe('a server that refuses', () => {
  it.each<Row>([
    ['550 5.1.1 No such user', 'permanent', 'INVALID_RECIPIENT'],
    ['550 No such user', 'permanent', 'INVALID_RECIPIENT'],
    ['551 5.1.6 Has moved', 'permanent', 'INVALID_RECIPIENT'],
    ['553 Mailbox name not allowed', 'permanent', 'INVALID_RECIPIENT'],
    ['550 5.2.1 Mailbox disabled', 'permanent', 'INVALID_RECIPIENT'],
    ['554 5.7.1 Refused', 'permanent', 'REJECTED'],
    ['552 5.2.2 Mailbox full', 'permanent', 'REJECTED'],
    ['450 4.2.0 Greylisted', 'transient', 'PROVIDER_ERROR', 'recipient'],
    ['450 Mailbox unavailable', 'transient', 'PROVIDER_ERROR', 'recipient'],
    ['452 4.2.2 Mailbox full', 'transient', 'PROVIDER_ERROR', 'recipient'],
    ['451 4.3.0 Local error', 'transient', 'PROVIDER_ERROR', 'recipient'],
    ['452 4.3.1 Insufficient storage', 'transient', 'PROVIDER_ERROR', 'recipient'],
    ['421 4.3.2 Shutting down', 'transient', 'PROVIDER_ERROR'],
    ['450 4.7.1 Rate limit exceeded', 'rate_limited', 'RATE_LIMITED'],
    ['421 4.7.28 Unusual volume', 'rate_limited', 'RATE_LIMITED'],
    ['452 4.5.3 Too many messages', 'rate_limited', 'RATE_LIMITED'],
    ['530 5.7.0 Authentication required', 'transient', 'UNAUTHORIZED'],
    ['503 5.5.1 Bad sequence', 'transient', 'PROVIDER_ERROR'],
  ])('MESSAGE-3, MESSAGE-5: the recipient with "%s" gives %s %s', async (...row) => {
    const [reply, outcome, code, concerns] = row;
    const server = keep(
      await startScriptedServer((socket, line) => {
        if (line.startsWith('RCPT')) socket.write(`${reply}\r\n`);
        else polite(socket, line);
      }),
    );
    const result = await provider(server.port).send(message(), never);
    expect(result).toEqual({ outcome, code, response: expect.stringContaining(reply), ...aboutOf(concerns) });
    expect(server.lines).not.toContain('DATA');
  });

  it.each<Row>([
    ['554 5.7.1 Spam', 'permanent', 'REJECTED'],
    ['550 5.4.5 Daily user sending limit exceeded', 'transient', 'PROVIDER_ERROR', 'account'],
    ['550 5.1.1 No such user after all', 'permanent', 'INVALID_RECIPIENT'],
    ['552 5.3.4 Too big', 'permanent', 'REJECTED'],
    ['451 4.7.1 Try later', 'transient', 'PROVIDER_ERROR'],
    ['452 4.2.2 Mailbox full', 'transient', 'PROVIDER_ERROR', 'recipient'],
    ['450 4.1.1 Not here now', 'transient', 'PROVIDER_ERROR', 'recipient'],
    ['421 4.3.2 Shutting down', 'transient', 'PROVIDER_ERROR'],
    ['452 4.7.0 Throttled', 'rate_limited', 'RATE_LIMITED'],
  ])('the body with "%s" gives %s %s', async (...row) => {
    const [reply, outcome, code, concerns] = row;
    const server = keep(
      await startScriptedServer((socket, line) => {
        if (line === '.') socket.write(`${reply}\r\n`);
        else polite(socket, line);
      }),
    );
    const result = await provider(server.port).send(message(), never);
    expect(result).toEqual({ outcome, code, response: reply, ...aboutOf(concerns) });
  });

  it.each<Row>([
    ['550 5.1.8 Sender unknown', 'permanent', 'REJECTED'],
    ['451 4.3.0 Later', 'transient', 'PROVIDER_ERROR'],
    ['530 5.7.0 Must issue STARTTLS first', 'transient', 'UNAUTHORIZED'],
  ])('the sender with "%s" gives %s %s', async (reply, outcome, code) => {
    const server = keep(
      await startScriptedServer((socket, line) => {
        if (line.startsWith('MAIL')) socket.write(`${reply}\r\n`);
        else polite(socket, line);
      }),
    );
    expect(await provider(server.port).send(message(), never)).toMatchObject({ outcome, code });
  });

  it('us at the greeting may take the message later', async () => {
    const server = keep(await startScriptedServer(polite, '554 5.7.1 Go away\r\n'));
    expect(await provider(server.port).send(message(), never)).toMatchObject({
      outcome: 'transient',
      code: 'PROVIDER_ERROR',
    });
  });

  it.each([
    [535, 'UNAUTHORIZED'],
    [454, 'PROVIDER_ERROR'],
  ])('the credentials with %i gives transient %s', async (reply, code) => {
    const server = keep(
      await startSmtpServer({
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: (_auth, _session, done) => done(refusal(reply, 'no')),
      }),
    );
    const url = `smtp://ada:wrong@127.0.0.1:${server.port}`;
    const result = await provider(server.port, { url }).send(message(), never);
    expect(result).toMatchObject({ outcome: 'transient', code });
    expect(JSON.stringify(result)).not.toContain('wrong');
  });
});

describe('copies', () => {
  const refusing = (address: string, code: number) =>
    startSmtpServer({
      onRcptTo: (recipient, _session, done) =>
        done(recipient.address === address ? refusal(code, 'no') : null),
    });

  it('that are refused do not fail the message', async () => {
    const server = keep(await refusing('bad@example.org', 550));
    const result = await provider(server.port).send(message({ cc: ['bad@example.org'] }), never);
    expect(result).toMatchObject({
      outcome: 'sent',
      response: expect.stringMatching(/^250.*copy refused: 550/),
    });
    expect(server.mails[0]?.recipients).toEqual(['ada@example.org']);
  });

  it.each([
    [550, 'permanent', 'INVALID_RECIPIENT'],
    [450, 'transient', 'PROVIDER_ERROR'],
  ])('that are taken do not hide that the recipient was refused with %i', async (reply, outcome, code) => {
    const server = keep(await refusing('ada@example.org', reply));
    const cc = ['copy@example.org', 'other@example.org'];
    const result = await provider(server.port).send(message({ cc, bcc: ['blind@example.org'] }), never);
    expect(result).toMatchObject({ outcome, code, copiesSent: [...cc, 'blind@example.org'] });
    expect(server.mails).toHaveLength(1);
  });

  it('that have the message already stand in its header only', async () => {
    const server = keep(await startSmtpServer());
    const sent = message({ cc: ['c1@example.org'], ccSent: ['c2@example.org'] });
    expect(await provider(server.port).send(sent, never)).toMatchObject({ outcome: 'sent' });
    expect(server.mails[0]).toMatchObject({
      recipients: ['ada@example.org', 'c1@example.org'],
      parsed: { cc: { value: [{ address: 'c1@example.org' }, { address: 'c2@example.org' }] } },
    });
  });
});

describe('a connection that fails', () => {
  it('because nobody listens is transient', async () => {
    const unused = createServer().listen(0, '127.0.0.1');
    await once(unused, 'listening');
    const { port } = unused.address() as AddressInfo;
    unused.close();
    await once(unused, 'close');
    expect(await provider(port).send(message(), never)).toEqual({
      outcome: 'transient',
      code: 'PROVIDER_ERROR',
      response: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('because the name does not resolve is transient', async () => {
    const smtp = provider(0, { url: 'smtp://no-such-host.invalid:25', timeouts: { connection: 2_000 } });
    expect(await smtp.send(message(), never)).toMatchObject({ outcome: 'transient' });
  });

  it('because no greeting comes is a timeout', async () => {
    const server = keep(await startScriptedServer(polite, null));
    const smtp = provider(server.port, { timeouts: { greeting: 200 } });
    expect(await smtp.send(message(), never)).toMatchObject({ outcome: 'transient', code: 'TIMEOUT' });
  });

  it('because the server hangs up instead of greeting is transient', async () => {
    const server = keep(await startHangingUp());
    expect(await provider(server.port).send(message(), never)).toMatchObject({
      outcome: 'transient',
      code: 'PROVIDER_ERROR',
    });
  });

  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const signed = { signer: { domain: 'example.com', selector: 's1', key } };
  it.each([
    ...['EHLO', 'MAIL', 'RCPT', 'DATA'].map((verb) => [verb, {}] as const),
    ['DATA', signed] as const,
  ])('because the server is silent after %s is a timeout (%#)', async (verb, more) => {
    const server = keep(
      await startScriptedServer((socket, line) => {
        if (!line.startsWith(verb)) polite(socket, line);
      }),
    );
    const smtp = provider(server.port, { timeouts: { socket: 1_000 } });
    expect(await smtp.send(message(more), never)).toMatchObject({ outcome: 'transient', code: 'TIMEOUT' });
  });

  it('while the body is under way cannot have sent it', async () => {
    const server = keep(
      await startScriptedServer((socket, line) => {
        // Takes the beginning of a body far larger than all buffers between us, then reads no more.
        if (line === 'DATA') socket.write('354 go on\r\n', () => setTimeout(() => socket.pause(), 20));
        else if (!line.startsWith('x')) polite(socket, line);
      }),
    );
    const smtp = provider(server.port, { timeouts: { attempt: 1_500 } });
    const text = `${'x'.repeat(70)}\n`.repeat(250_000);
    const result = await smtp.send(message({ content: { subject: 's', text } }), never);
    expect(result).toMatchObject({ outcome: 'transient', code: 'TIMEOUT' });
  });

  it('because no reply to the body comes leaves the outcome unknown', async () => {
    const server = keep(
      await startScriptedServer((socket, line) => {
        if (line !== '.') polite(socket, line);
      }),
    );
    // Time enough for what comes before it on a machine that stands still for a moment.
    const smtp = provider(server.port, { timeouts: { socket: 5_000 } });
    expect(await smtp.send(message(), never)).toMatchObject({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN' });
  });

  it('because the server hangs up after the body leaves the outcome unknown, and nothing is repeated', async () => {
    const server = keep(
      await startScriptedServer((socket, line) => {
        if (line === '.') socket.destroy();
        else polite(socket, line);
      }),
    );
    expect(await provider(server.port).send(message(), never)).toMatchObject({
      outcome: 'unknown',
      code: 'OUTCOME_UNKNOWN',
    });
    expect(server.lines.filter((line) => line === '.')).toHaveLength(1);
  });

  it('because the server drips a reply that never ends is cut at the deadline of the attempt', async () => {
    const server = keep(
      await startScriptedServer((socket, line) => {
        if (line.startsWith('RCPT')) drip(socket);
        else polite(socket, line);
      }),
    );
    const smtp = provider(server.port, { timeouts: { attempt: 600 } });
    const startedAt = Date.now();
    expect(await smtp.send(message(), never)).toMatchObject({ outcome: 'transient', code: 'TIMEOUT' });
    expect(Date.now() - startedAt).toBeLessThan(60_000); // it would drip for ever
  });
});

describe('an attempt that is aborted', () => {
  it('while it waits for a connection is transient, and those before it are sent', async () => {
    const answers: (() => void)[] = [];
    const server = keep(
      await startScriptedServer((socket, line) => {
        if (line === '.') answers.push(() => socket.write('250 taken\r\n'));
        else polite(socket, line);
      }),
    );
    const smtp = provider(server.port, { poolSize: 1 });
    const first = smtp.send(message(), never);
    const abort = new AbortController();
    const second = smtp.send(message(), abort.signal);
    await until(() => answers.length === 1);
    abort.abort();
    expect(await second).toMatchObject({ outcome: 'transient', code: 'TIMEOUT' });
    answers.forEach((answer) => answer());
    expect(await first).toMatchObject({ outcome: 'sent' });
    expect(answers).toHaveLength(1);
  });

  it('before the body was handed over is transient', async () => {
    const server = keep(
      await startScriptedServer((socket, line) => {
        if (!line.startsWith('RCPT')) polite(socket, line);
      }),
    );
    const abort = new AbortController();
    const result = provider(server.port).send(message(), abort.signal);
    await until(() => server.lines.some((line) => line.startsWith('RCPT')));
    abort.abort();
    expect(await result).toMatchObject({ outcome: 'transient', code: 'TIMEOUT' });
  });

  it('after the body was handed over is unknown', async () => {
    const server = keep(
      await startScriptedServer((socket, line) => {
        if (line !== '.') polite(socket, line);
      }),
    );
    const abort = new AbortController();
    const result = provider(server.port).send(message(), abort.signal);
    await until(() => server.lines.includes('.'));
    abort.abort();
    expect(await result).toMatchObject({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN' });
  });

  it('before it began opens no connection', async () => {
    const server = keep(await startScriptedServer(polite));
    const result = await provider(server.port).send(message(), AbortSignal.abort());
    expect(result).toMatchObject({ outcome: 'transient', code: 'TIMEOUT' });
    expect(server.connections()).toBe(0);
  });
});

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('2'), 50);
  socket.on('close', () => clearInterval(timer));
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((done) => setTimeout(done, 5));
}

async function startHangingUp() {
  const server = createServer((socket: Socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
