import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { LOCALHOST } from './certificates';
import type { OutboundMessage } from '../../channels/provider';

export interface ReceivedMail {
  parsed: ParsedMail;
  raw: string;
  recipients: string[];
}

export interface TestServer {
  port: number;
  mails: ReceivedMail[];
  connections: () => number;
  close: () => Promise<void>;
}

/** A real SMTP server on loopback that keeps what it accepted. */
export async function startSmtpServer(options: SMTPServerOptions = {}): Promise<TestServer> {
  const mails: ReceivedMail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    ...LOCALHOST,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        void simpleParser(raw).then((parsed) => {
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          mails.push({ parsed, raw: raw.toString('utf8'), recipients });
          done();
        });
      });
    },
    ...options,
  });
  // A client that hangs up in the middle is what these tests do.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    connections: () => connections,
    close: () => new Promise((done) => server.close(done)),
  };
}

export type Script = (socket: Socket, line: string) => void;

export const polite: Script = (socket, line) => {
  const verb = line.slice(0, 4).toUpperCase();
  if (verb === 'DATA') socket.write('354 go on\r\n');
  else if (verb === 'QUIT') socket.end('221 bye\r\n');
  else if (['EHLO', 'MAIL', 'RCPT', 'RSET'].includes(verb)) socket.write('250 ok\r\n');
  else if (line === '.') socket.write('250 taken\r\n');
};

/** A server that speaks line by line as a test says, to misbehave in ways that a real one cannot be made to. */
export async function startScriptedServer(script: Script, greeting: string | null = '220 test ESMTP\r\n') {
  const sockets = new Set<Socket>();
  let connections = 0;
  const lines: string[] = [];
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let rest = '';
    socket.on('data', (chunk) => {
      const parts = (rest + chunk.toString('utf8')).split('\r\n');
      rest = parts.pop() ?? '';
      for (const line of parts) {
        lines.push(line);
        script(socket, line);
      }
    });
    if (greeting !== null) socket.write(greeting);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    lines,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

export function message(overrides: Partial<OutboundMessage> = {}): OutboundMessage {
  return {
    id: '0191f3c0-0000-5000-8000-000000000001',
    notificationId: '0191f3c0-0000-4000-8000-000000000002',
    contactId: null,
    to: 'ada@example.org',
    from: 'Shop <shop@example.com>',
    content: { subject: 'Hej Ådä', html: '<p>Hello</p>', text: 'Hello' },
    ...overrides,
  };
}
