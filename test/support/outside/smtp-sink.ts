import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type ParsedMail, simpleParser } from 'mailparser';
import { type SMTPServerOptions, SMTPServer } from 'smtp-server';

/** How the sink answers the next messages; `null` accepts, `drop` breaks the connection instead of answering. */
export type SinkAnswer = { code: number; text: string } | 'hang' | 'drop' | null;

/** A real SMTP server on loopback, with the answers that a test asks for. */
export interface SmtpSink {
  url: string;
  /** Received mails, oldest first; `from` and `to` are the envelope's. */
  mails: { from: string; to: string[]; mail: ParsedMail; raw: Buffer; at: Date }[];
  /** Messages whose answer was asked for, refused ones included. What `answer` becomes after that is for later ones. */
  attempts: number;
  /** Decides each message by its first recipient; accepts while unset. */
  answer: (to: string, mail: ParsedMail) => SinkAnswer | Promise<SinkAnswer>;
  mailsTo(to: string): ParsedMail[];
  stop(): Promise<void>;
}

export async function startSmtpSink(): Promise<SmtpSink> {
  const sink: SmtpSink = {
    url: '',
    mails: [],
    attempts: 0,
    answer: () => null,
    mailsTo: (to) => sink.mails.filter((one) => one.to.includes(to)).map(({ mail }) => mail),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const onData: NonNullable<SMTPServerOptions['onData']> = (stream, session, callback) => {
    const to = session.envelope.rcptTo.map(({ address }) => address);
    // A sender that is killed in the middle of a message.
    stream.on('error', () => undefined);
    void buffer(stream).then(async (raw) => {
      const mail = await simpleParser(raw);
      const answering = sink.answer(to[0] ?? '', mail);
      sink.attempts += 1;
      const answer = await answering;
      if (answer === 'hang') return;
      if (answer === 'drop') return drop(server, session.id);
      if (answer) return callback(Object.assign(new Error(answer.text), { responseCode: answer.code }));
      const { mailFrom } = session.envelope;
      sink.mails.push({ from: mailFrom ? mailFrom.address : '', to, mail, raw, at: new Date() });
      callback(null);
    }, callback);
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 500,
    onData,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sink.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return sink;
}

/** Breaks the connection of a session. The package has its connections in a field that its types leave out. */
function drop(server: SMTPServer, sessionId: string): void {
  const { connections } = server as unknown as {
    connections: Iterable<{ session: { id: string }; _socket: Socket }>;
  };
  for (const { session, _socket } of connections) if (session.id === sessionId) _socket.destroy();
}
