import { CHANNEL_ROWS, type Channel } from '../../channels/table';
import { emailKey, parseMailbox } from '../contacts/email-address';
import { errorText } from '../shared/error-codes';
import type { Overrides } from './overrides';
import type { Sender, SenderType } from './sender-type';

/** What an application may send as. */
export interface SenderSettings {
  name: string;
  from: string | null;
  senders: Pick<Sender, 'type' | 'value'>[];
}

/** The sender of a message: a mailbox, a phone number or a name for SMS, or neither. */
export interface ResolvedSender {
  email: string | null;
  /** For SMS also an alphanumeric sender ID. */
  phone: string | null;
  name: string | null;
}

export type SenderResult = { ok: true; sender: ResolvedSender } | { ok: false; message: string };

/** Returns the sender that a request names for a message on this channel; null if it names none. */
export function requestedSender(
  channel: Channel,
  { from, overrides }: { from?: string | null; overrides?: Overrides | null },
): string | null {
  return (channel === 'sms' ? overrides?.sms?.sender_id : undefined) ?? from ?? null;
}

/**
 * Returns the sender of a message: the one that the request names, else the event's, else the application's, else one of
 * its first verified domain or number. Each must be verified (SENDER-4), the named one also if the channel does not use
 * it.
 */
export function resolveSender(
  application: SenderSettings,
  channel: Channel,
  named: { requested: string | null; event: string | undefined },
): SenderResult {
  const email = named.requested?.includes('@') ? named.requested : null;
  const byText = textSender(application, channel, email === null ? named.requested : null);
  if (!byText.ok) return byText;
  const { sender } = CHANNEL_ROWS[channel];
  if (sender === 'mailbox') return emailSender(application, email ?? named.event ?? application.from);
  const byEmail = email === null ? null : emailSender(application, email);
  if (byEmail && !byEmail.ok) return byEmail;
  if (sender !== 'application') return byText;
  return { ok: true, sender: { email: null, phone: null, name: application.name } };
}

function emailSender(application: SenderSettings, from: string | null): SenderResult {
  if (from === null) {
    const domain = application.senders.find(({ type }) => type === 'domain')?.value;
    const address = domain
      ? `no-reply@${domain}`
      : application.senders.find(({ type }) => type === 'email')?.value;
    if (address) return { ok: true, sender: { email: address, phone: null, name: application.name } };
    return { ok: false, message: 'The application has no verified sender. Add an e-mail domain or address.' };
  }
  const mailbox = parseMailbox(from);
  if (!mailbox) return { ok: false, message: 'The sender is not an e-mail address.' };
  if (!isVerifiedEmail(application, mailbox.address)) {
    return { ok: false, message: errorText('SENDER_UNVERIFIED', mailbox.address) };
  }
  return { ok: true, sender: { email: mailbox.address, phone: null, name: mailbox.name ?? null } };
}

/** Whether the address or its domain is verified (SENDER-2). */
function isVerifiedEmail({ senders }: SenderSettings, address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return senders.some(
    ({ type, value }) =>
      (type === 'email' && emailKey(value) === emailKey(address)) ||
      (type === 'domain' && value.toLowerCase() === domain),
  );
}

/** A number, or a name if the channel has names. Without a named sender numbers come first, because names work in fewer countries. */
function textSender(
  { name, senders }: SenderSettings,
  channel: Channel,
  requested: string | null,
): SenderResult {
  const verified = (type: SenderType) =>
    senders.filter((sender) => sender.type === type).map(({ value }) => value);
  const numbers = verified('phone');
  const names = verified('alphanumeric');
  if (requested !== null && ![...numbers, ...names].includes(requested)) {
    return { ok: false, message: errorText('SENDER_UNVERIFIED', requested) };
  }
  const usable = CHANNEL_ROWS[channel].sender === 'number_or_name' ? [...numbers, ...names] : numbers;
  const phone = requested !== null && usable.includes(requested) ? requested : (usable[0] ?? null);
  return { ok: true, sender: { email: null, phone, name } };
}

/** Returns the mailbox as a From header shows it. */
export const formatMailbox = ({ email, name }: ResolvedSender): string | undefined =>
  email === null ? undefined : name ? `"${name.replace(/["\\]/g, '\\$&')}" <${email}>` : email;
