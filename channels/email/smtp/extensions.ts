import type { ExternalLogger } from 'nodemailer/lib/shared';

/** What nodemailer logs of one line of a dialogue, as far as it is read here. */
interface Entry {
  /** Who spoke. */
  tnx?: string;
  /** The connection. */
  sid?: string;
}

/**
 * Learns whether a server offers SMTPUTF8 (RFC 6531 section 3.1) from its answers to EHLO. Nodemailer keeps them to itself,
 * and sends such an address raw to a server that does not offer it. Its log of the dialogue is the only place where they
 * are shown. The last answer counts: after STARTTLS, EHLO is repeated.
 */
export function watchSmtpUtf8(): { logger: ExternalLogger; offered: () => boolean | undefined } {
  const greeting = new Set<string>();
  let offered: boolean | undefined;
  const ignore = (): void => undefined;
  const debug = ({ tnx, sid = '' }: Entry, line: string): void => {
    if (tnx === 'client') {
      if (/^(?:EHLO|HELO) /.test(line)) greeting.add(sid);
    } else if (tnx === 'server' && greeting.delete(sid)) {
      offered = /^250[ -]SMTPUTF8\b/im.test(line);
    }
  };
  // A connection that was opened or closed waits for no answer.
  const info = ({ sid = '' }: Entry): void => void greeting.delete(sid);
  const logger = { trace: ignore, debug, info, warn: ignore, error: ignore, fatal: ignore };
  return { logger, offered: () => offered };
}
