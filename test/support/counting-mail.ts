import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

/** A mail that was accepted: when its transaction began, and when it was answered, milliseconds since 1970. */
export interface CountedMail {
  begunAt: number;
  at: number;
}

/** An SMTP server on loopback that keeps no mail, but when each came and for whom: so a hundred thousand fit. */
export interface CountingMail {
  url: string;
  /** Accepted mails by recipient. */
  mails: Map<string, CountedMail[]>;
  accepted: number;
  /** Refuses a mail, with this code; undefined: it is accepted. */
  refuses: (to: string) => number | undefined;
  stop(): Promise<void>;
}

/** `delayMs` is the time from a mail's end to its answer, within which its sender may be killed. */
export async function startCountingMail(delayMs: number): Promise<CountingMail> {
  const begun = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 500,
    onMailFrom: (_from, { id }, callback) => {
      begun.set(id, Date.now());
      callback();
    },
    onClose: ({ id }) => void begun.delete(id),
    onData: (stream, { id, envelope }, callback) => {
      stream.on('error', () => undefined).resume();
      stream.on('end', () => {
        const to = envelope.rcptTo[0]?.address ?? '';
        const begunAt = begun.get(id) ?? Date.now();
        const code = sink.refuses(to);
        if (code) return callback(Object.assign(new Error('refused'), { responseCode: code }));
        // It counts from here on: a sender that dies now does not hear of it.
        sink.mails.set(to, [...(sink.mails.get(to) ?? []), { begunAt, at: Date.now() }]);
        sink.accepted += 1;
        void sleep(delayMs).then(() => callback());
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sink: CountingMail = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails: new Map(),
    accepted: 0,
    refuses: () => undefined,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return sink;
}
