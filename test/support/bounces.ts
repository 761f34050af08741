import { createTransport } from 'nodemailer';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { untilEnded } from './journey';
import { dsn, POSTFIX } from './receipts/bounce-mails';
import type { Stack } from './stack';

export const BOUNCE_SETTINGS = { BOUNCE_DOMAIN: 'bounces.example.com', BOUNCE_PORT: '0' };

export const bounceOf = (address: string): Buffer =>
  dsn({ fields: POSTFIX.replaceAll(/ada@example\.org/gi, address) });

/** What tests do with a service that takes bounces. */
export function bouncesOf(stackOf: () => Stack) {
  return {
    /** Hands a mail to the API as the operator's mail server does. */
    deliver: async (to: string, raw: Buffer, lmtp = false): Promise<string> => {
      const options = { host: '127.0.0.1', port: stackOf().api.ports.bounces, ignoreTLS: true, lmtp };
      const transport = createTransport(new SMTPTransport(options));
      try {
        return (await transport.sendMail({ envelope: { from: '', to }, raw })).response;
      } finally {
        transport.close();
      }
    },
    /** Sends to an address and gives back what the server saw. */
    send: async (to: string, overrides = {}) => {
      const { production, smtp } = stackOf();
      const id = await production.send('welcome', { to, ...overrides });
      const view = await untilEnded(production, id);
      return { id, view, mail: smtp.mails.find((one) => one.to.includes(to)) };
    },
    messageOf: async (id: string) => (await stackOf().production.notification(id)).messages[0],
  };
}
