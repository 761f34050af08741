import type { Sender, SenderType } from './queries';

/** What sends a message that names no sender. */
export interface DefaultSender {
  /** Null: there is none, so such a message is refused. */
  value: string | null;
  /** Set if the application names a sender that is not verified. */
  unverified?: string;
}

const first = (senders: readonly Sender[], type: SenderType): string | undefined =>
  senders.find((sender) => sender.type === type)?.value;

/** Returns the sender of e-mails that name none: the application's own, else one of its first domain, else its first address. */
export function defaultEmail(senders: readonly Sender[], from: string | null): DefaultSender {
  if (from === null) {
    const domain = first(senders, 'domain');
    return { value: domain === undefined ? (first(senders, 'email') ?? null) : `no-reply@${domain}` };
  }
  const address = (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim().toLowerCase();
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const isVerified = senders.some(
    ({ type, value }) =>
      (type === 'email' && value.toLowerCase() === address) ||
      (type === 'domain' && value.toLowerCase() === domain),
  );
  return isVerified ? { value: from } : { value: null, unverified: address };
}

/** Returns the sender of SMS that name none. Numbers come before names. */
export const defaultSms = (senders: readonly Sender[]): DefaultSender => ({
  value: first(senders, 'phone') ?? first(senders, 'alphanumeric') ?? null,
});
