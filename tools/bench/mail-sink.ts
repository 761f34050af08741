import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { Arrivals } from './arrivals';

/** An SMTP server on loopback that takes everything and reads nothing: it should cost as little as it can. */
export interface MailSink {
  url: string;
  /** Mails by recipient. */
  mails: Arrivals;
  /** Gets each recipient before `mails` does. Returns whether the mail is not for `mails`. Undefined: all are. */
  takes?: (to: string) => boolean;
  stop(): Promise<void>;
}

export async function startMailSink(): Promise<MailSink> {
  const mails = new Arrivals('the mail to');
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 500,
    onData: (stream, session, callback) => {
      stream.resume();
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) if (!sink.takes?.(address)) mails.note(address);
        callback();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sink: MailSink = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return sink;
}
