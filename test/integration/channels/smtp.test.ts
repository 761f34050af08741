import type { Socket } from 'node:net';
import { createSmtpProvider, type SmtpProviderOptions } from '../../../channels/email/smtp/client';
import type { Provider } from '../../../channels/provider';
import { fullHostName } from '../../../channels/email/smtp/host-name';
import { closingAfterEach } from '../../support/closing';
import {
  message,
  polite,
  type Script,
  startScriptedServer,
  startSmtpServer,
} from '../../support/smtp-servers';

const never = new AbortController().signal;
const keep = closingAfterEach();

const provider = (port: number, options: Partial<SmtpProviderOptions> = {}): Provider =>
  keep(createSmtpProvider({ url: `smtp://127.0.0.1:${port}`, ...options }));

describe('EHLO (RFC 5321 4.1.1.1)', () => {
  const greeting = async (
    options: Partial<SmtpProviderOptions>,
    act: (smtp: Provider) => Promise<unknown>,
  ) => {
    const server = keep(await startScriptedServer(polite));
    await act(provider(server.port, options));
    return server.lines.find((line) => line.startsWith('EHLO'));
  };
  const send = (smtp: Provider) => smtp.send(message(), never);
  const check = (smtp: Provider) => smtp.check!(new AbortController().signal, 'Shop <shop@example.com>');

  it.each([
    ['send', send],
    ['check', check],
  ])('names at a %s what is set', async (_what, act) => {
    expect(await greeting({ ehloName: 'mail.example.net' }, act)).toBe('EHLO mail.example.net');
  });

  it.each([
    ['send', send],
    ['check', check],
  ])('names at a %s the host, else the domain of the sender', async (_what, act) => {
    expect(await greeting({}, act)).toBe(`EHLO ${fullHostName() ?? 'example.com'}`);
  });
});

describe('an e-mail over SMTP', () => {
  it('arrives with its parts, its names and our ids', async () => {
    const server = keep(await startSmtpServer());
    const result = await provider(server.port).send(
      message({
        toName: 'Ada, Countess "L"',
        replyTo: ['Help Desk <help@example.com>'],
        cc: ['c1@example.org', 'Copy <c2@example.org>'],
        bcc: ['secret@example.org'],
      }),
      never,
    );
    const id = '<0191f3c0-0000-5000-8000-000000000001@example.com>';
    expect(result).toEqual({
      outcome: 'sent',
      providerMessageId: id,
      response: expect.stringMatching(/^250/),
    });
    const [mail] = server.mails;
    expect(mail?.parsed).toMatchObject({
      messageId: id,
      subject: 'Hej Ådä',
      from: { value: [{ name: 'Shop', address: 'shop@example.com' }] },
      to: { value: [{ name: 'Ada, Countess "L"', address: 'ada@example.org' }] },
      cc: { value: [{ address: 'c1@example.org' }, { name: 'Copy', address: 'c2@example.org' }] },
      replyTo: { value: [{ name: 'Help Desk', address: 'help@example.com' }] },
      html: expect.stringContaining('<p>Hello</p>'),
      text: expect.stringContaining('Hello'),
    });
    expect(mail?.parsed.headers.get('x-heliograph-notification')).toBe(
      '0191f3c0-0000-4000-8000-000000000002',
    );
    expect(mail?.parsed.headers.get('x-heliograph-message')).toBe('0191f3c0-0000-5000-8000-000000000001');
    expect(mail?.parsed.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail?.recipients).toEqual([
      'ada@example.org',
      'c1@example.org',
      'c2@example.org',
      'secret@example.org',
    ]);
    expect(mail?.raw).not.toContain('secret@example.org');
  });

  it.each([
    ['ASCII without spaces', 'a'.repeat(998)],
    ['a short word and a long one', `x ${'y'.repeat(996)}`],
    ['what looks like an encoded word', `=?${'z'.repeat(990)}`],
    ['quotes without spaces', '"'.repeat(998)],
    ['emoji', '😀'.repeat(499)],
    ['words', 'word '.repeat(199).trim()],
  ])('has no line of over 998 octets where its subject is %s', async (_what, subject) => {
    const server = keep(await startSmtpServer());
    await provider(server.port).send(message({ content: { subject, text: 'Hello' } }), never);
    const [mail] = server.mails;
    expect(mail?.parsed.subject).toBe(subject);
    const lengths = mail!.raw.split('\r\n').map((line) => Buffer.byteLength(line));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(998);
  });

  it('keeps the case of local parts, and quotes those that are no dot-atom', async () => {
    const server = keep(await startScriptedServer(polite));
    await provider(server.port).send(
      message({
        to: 'Ada.Token+X9@Example.org',
        from: 'Shop <Orders@example.com>',
        replyTo: ['Reply+aB3@example.com'],
        cc: ['a..b@docomo.example', 'Ab.@docomo.example'],
        bcc: ['"john Doe"@example.org'],
      }),
      never,
    );
    expect(server.lines).toEqual(
      expect.arrayContaining([
        expect.stringContaining('MAIL FROM:<Orders@example.com>'),
        'RCPT TO:<Ada.Token+X9@example.org>',
        'RCPT TO:<"a..b"@docomo.example>',
        'RCPT TO:<"Ab."@docomo.example>',
        'RCPT TO:<"john Doe"@example.org>',
        'Reply-To: Reply+aB3@example.com',
      ]),
    );
  });

  describe('for a local part beyond ASCII (RFC 6531)', () => {
    const international = { to: '用户@例子.广告', cc: ['Ådä@example.org'] };

    it.each([
      ['without TLS', { disabledCommands: ['STARTTLS'] }],
      ['after STARTTLS', { disabledCommands: [] }],
    ])('is sent with SMTPUTF8 where the server offers it, %s', async (_how, options) => {
      const server = keep(await startSmtpServer(options));
      const smtp = provider(server.port, { tlsRejectUnauthorized: false });
      expect(await smtp.send(message(international), never)).toMatchObject({ outcome: 'sent' });
      expect(await smtp.send(message(international), never)).toMatchObject({ outcome: 'sent' });
      expect(server.mails.map(({ recipients }) => recipients)).toEqual(
        Array.from({ length: 2 }, () => ['用户@例子.广告', 'Ådä@example.org']),
      );
    });

    it('tells the server so in MAIL FROM', async () => {
      const offers: Script = (socket, line) =>
        line.startsWith('EHLO') ? socket.write('250-test\r\n250 SMTPUTF8\r\n') : polite(socket, line);
      const server = keep(await startScriptedServer(offers));
      await provider(server.port).send(message(international), never);
      expect(server.lines).toEqual(
        expect.arrayContaining(['MAIL FROM:<shop@example.com> SMTPUTF8', 'RCPT TO:<Ådä@example.org>']),
      );
    });

    it.each([
      ['to', international],
      ['a copy', { bcc: ['Ådä@example.org'] }],
    ])('fails saying so where the server does not, for %s', async (_whom, parts) => {
      const server = keep(await startSmtpServer({ hideSMTPUTF8: true }));
      const smtp = provider(server.port);
      expect(await smtp.send(message(parts), never)).toEqual({
        outcome: 'permanent',
        code: 'REJECTED',
        response:
          'an address has letters outside ASCII before the @, which needs SMTPUTF8 (RFC 6531): the server does not offer it',
      });
      expect(await smtp.send(message(), never)).toMatchObject({ outcome: 'sent' });
      expect(server.mails).toHaveLength(1);
    });

    it('is not named in the header of a retry that goes to others only', async () => {
      const server = keep(await startSmtpServer());
      await provider(server.port).send(message({ ccSent: ['Ådä@example.org', 'c@example.org'] }), never);
      expect(server.mails[0]?.parsed.cc).toMatchObject({ value: [{ address: 'c@example.org' }] });
    });

    it('asks a server that is away for nothing, and tries again', async () => {
      const smtp = provider(1);
      expect(await smtp.send(message(international), never)).toMatchObject({ outcome: 'transient' });
    });
  });

  it('goes over connections that are used again', async () => {
    const server = keep(await startSmtpServer());
    const smtp = provider(server.port, { poolSize: 2 });
    const results = await Promise.all(Array.from({ length: 10 }, () => smtp.send(message(), never)));
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(10).fill('sent'));
    expect(server.mails).toHaveLength(10);
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it('seldom waits for a connection to be opened: one takes many messages', async () => {
    const server = keep(await startScriptedServer(polite));
    const smtp = provider(server.port, { poolSize: 1 });
    const results = await Promise.all(Array.from({ length: 150 }, () => smtp.send(message(), never)));
    expect(results.filter(({ outcome }) => outcome !== 'sent')).toEqual([]);
    expect(server.connections()).toBe(1);
  });

  /** A server that takes so many messages over a connection, and then refuses each with `refuse`. */
  const startLimited = (most: number, refuse: (socket: Socket) => void) => {
    const counts = new Map<Socket, number>();
    return startScriptedServer((socket, line) => {
      if (!line.startsWith('MAIL')) return polite(socket, line);
      const count = (counts.get(socket) ?? 0) + 1;
      counts.set(socket, count);
      if (count <= most) polite(socket, line);
      else refuse(socket);
    });
  };

  it('goes over another connection when the server takes no more over this one', async () => {
    const server = keep(
      await startLimited(3, (socket) => {
        socket.end('421 4.4.5 Maximum message count per session reached\r\n');
      }),
    );
    const smtp = provider(server.port, { poolSize: 1 });
    const results = await Promise.all(Array.from({ length: 9 }, () => smtp.send(message(), never)));
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(9).fill('sent'));
    expect(server.lines.filter((line) => line === '.')).toHaveLength(9);
    expect(server.connections()).toBe(3);
  });

  it('is refused once at most where the server keeps a connection over which it takes no more', async () => {
    const server = keep(
      await startLimited(100, (socket) => {
        socket.write('452 4.3.0 Too many messages sent\r\n');
      }),
    );
    const smtp = provider(server.port, { poolSize: 1 });
    const results = await Promise.all(Array.from({ length: 301 }, () => smtp.send(message(), never)));
    expect(results.flatMap(({ outcome }, at) => (outcome === 'sent' ? [] : [[at, outcome]]))).toEqual([
      [100, 'rate_limited'],
    ]);
    expect(server.connections()).toBe(3);
  });

  it('goes out once over a new connection when the server hung up on an idle one', async () => {
    const server = keep(
      await startScriptedServer((socket, line) => {
        if (line.startsWith('EHLO') || line.startsWith('RCPT')) socket.write('250 ok\r\n');
        else if (line === 'DATA') socket.write('354 go on\r\n');
        else if (line === '.') socket.write('250 taken\r\n');
        else if (line.startsWith('MAIL')) {
          // The second message of the first connection finds it closing.
          if (server.connections() === 1 && server.lines.filter((sent) => sent === '.').length === 1)
            socket.destroy();
          else socket.write('250 ok\r\n');
        }
      }),
    );
    const smtp = provider(server.port);
    expect(await smtp.send(message(), never)).toMatchObject({ outcome: 'sent' });
    expect(await smtp.send(message(), never)).toMatchObject({ outcome: 'sent' });
    expect(server.connections()).toBe(2);
    expect(server.lines.filter((line) => line === '.')).toHaveLength(2);
  });

  it('is encrypted where the server offers STARTTLS, and not sent where its certificate is not trusted', async () => {
    const secured: boolean[] = [];
    const server = keep(
      await startSmtpServer({
        disabledCommands: [],
        onMailFrom: (_address, session, done) => {
          secured.push(session.secure);
          done();
        },
      }),
    );
    expect(await provider(server.port).send(message(), never)).toMatchObject({
      outcome: 'transient',
      code: 'PROVIDER_ERROR',
      response: expect.stringMatching(/certificate|TLS/i),
    });
    expect(secured).toEqual([]);
    const trusting = provider(server.port, { tlsRejectUnauthorized: false });
    expect(await trusting.send(message(), never)).toMatchObject({ outcome: 'sent' });
    expect(secured).toEqual([true]);
  });

  it('goes over smtps with TLS from the start', async () => {
    const server = keep(await startSmtpServer({ secure: true }));
    const url = `smtps://127.0.0.1:${server.port}`;
    expect(await provider(server.port, { url }).send(message(), never)).toMatchObject({
      outcome: 'transient',
    });
    const trusting = provider(server.port, { url, tlsRejectUnauthorized: false });
    expect(await trusting.send(message(), never)).toMatchObject({ outcome: 'sent' });
  });

  it('with a password goes to no server without TLS, unless that is this machine or it is told to', async () => {
    const logins: unknown[] = [];
    const server = keep(
      await startSmtpServer({
        allowInsecureAuth: true,
        onAuth: ({ password }, _session, done) => {
          logins.push(password);
          done(null, { user: 'ada' });
        },
      }),
    );
    // Reaches this machine, and is none of its names.
    const url = `smtp://ada:s3cret@0.0.0.0:${server.port}`;
    const refusing = provider(server.port, { url });
    const why = expect.stringMatching(/no STARTTLS.*password was not sent.*allow_plaintext/);
    expect(await refusing.send(message(), never)).toEqual({
      ...{ outcome: 'transient', code: 'PROVIDER_ERROR', refusedAccount: true },
      response: why,
    });
    expect(await refusing.check?.(never)).toEqual({ ok: false, reason: why });
    expect([logins, server.mails]).toEqual([[], []]);

    const sent = { outcome: 'sent' };
    const told = provider(server.port, { url, allowPlaintext: true });
    expect(await told.send(message(), never)).toMatchObject(sent);
    const local = provider(server.port, { url: url.replace('0.0.0.0', 'localhost') });
    expect(await local.send(message(), never)).toMatchObject(sent);
    const open = provider(server.port, { url: `smtp://0.0.0.0:${server.port}` });
    expect(await open.send(message(), never)).toMatchObject(sent);
    expect(logins).toEqual(['s3cret', 's3cret']);
  });

  it('with a password goes to a server that offers STARTTLS', async () => {
    const server = keep(
      await startSmtpServer({
        disabledCommands: [],
        onAuth: (_auth, _session, done) => done(null, { user: 'a' }),
      }),
    );
    const url = `smtp://ada:s3cret@0.0.0.0:${server.port}`;
    const trusting = provider(server.port, { url, tlsRejectUnauthorized: false });
    expect(await trusting.send(message(), never)).toMatchObject({ outcome: 'sent' });
  });

  it('logs in with the credentials of the URL', async () => {
    const logins: unknown[] = [];
    const server = keep(
      await startSmtpServer({
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: ({ username, password }, _session, done) => {
          logins.push([username, password]);
          done(null, { user: username });
        },
      }),
    );
    const url = `smtp://ada%40example.com:p%3Aw%2Fd@127.0.0.1:${server.port}`;
    expect(await provider(server.port, { url }).send(message(), never)).toMatchObject({ outcome: 'sent' });
    expect(logins).toEqual([['ada@example.com', 'p:w/d']]);
  });
});

describe('the check of an SMTP server', () => {
  const check = (port: number, options: Partial<SmtpProviderOptions> = {}, signal = never) =>
    provider(port, options).check?.(signal);

  it('connects, and logs in where the URL has credentials', async () => {
    const server = keep(
      await startSmtpServer({
        allowInsecureAuth: true,
        onAuth: ({ password }, _session, done) =>
          password === 'right' ? done(null, { user: 'ada' }) : done(new Error('Invalid login')),
      }),
    );
    expect(await check(server.port)).toEqual({ ok: true, detail: 'connected' });
    const url = (password: string) => `smtp://ada:${password}@127.0.0.1:${server.port}`;
    expect(await check(server.port, { url: url('right') })).toEqual({
      ok: true,
      detail: 'connected and logged in',
    });
    const refused = await check(server.port, { url: url('wrong-one') });
    expect(refused).toMatchObject({ ok: false, reason: expect.stringContaining('535') });
    expect(JSON.stringify(refused)).not.toContain('wrong-one');
    expect(server.mails).toEqual([]);
  });

  it('says that nobody listens, and ends with its signal where nobody answers', async () => {
    expect(await check(1)).toMatchObject({ ok: false, reason: expect.stringContaining('ECONNREFUSED') });
    const silent = keep(await startScriptedServer(() => undefined, null));
    expect(await check(silent.port, {}, AbortSignal.timeout(200))).toEqual({
      ok: false,
      reason: 'no answer in time',
    });
  });
});

describe('what would break out of a header', () => {
  const breakOut = 'x\r\nBcc: victim@example.net';
  it.each([
    ['subject', { content: { subject: breakOut, text: 'x' } }, 'REJECTED'],
    ['recipient', { to: `ada@example.org\r\nRCPT TO:<victim@example.net>` }, 'INVALID_RECIPIENT'],
    ['recipient name', { toName: breakOut }, 'REJECTED'],
    ['sender', { from: `Shop\r\nBcc: victim@example.net <shop@example.com>` }, 'REJECTED'],
    ['reply address', { replyTo: [breakOut] }, 'REJECTED'],
    ['copy', { cc: ['ok@example.org', 'c@example.org\nX: y'] }, 'REJECTED'],
    ['blind copy', { bcc: ['c@example.org\rX: y'] }, 'REJECTED'],
    ['message id', { id: 'a>\r\nBcc: v@example.net' }, 'REJECTED'],
  ])('is refused in the %s before anything is sent', async (_where, overrides, code) => {
    const server = keep(await startSmtpServer());
    const result = await provider(server.port).send(message(overrides), never);
    expect(result).toMatchObject({ outcome: 'permanent', code });
    expect(server.connections()).toBe(0);
  });

  it('reads no file and no address that a template names', async () => {
    const server = keep(await startSmtpServer());
    const html = '<img src="file:///etc/hostname"><img src="http://127.0.0.1:1/x">';
    const result = await provider(server.port).send(message({ content: { subject: 's', html } }), never);
    expect(result).toMatchObject({ outcome: 'sent' });
    expect(server.mails[0]?.parsed.attachments).toEqual([]);
  });
});

describe('the settings', () => {
  it.each([
    ['http://mail.example.com', /smtp: or smtps:/],
    ['mail.example.com', /cannot be read/],
    ['smtp://mail.example.com/?tls.rejectUnauthorized=false', /query/],
  ])('refuse %s as the URL', (url, words) => {
    expect(() => createSmtpProvider({ url })).toThrow(words);
  });
});
