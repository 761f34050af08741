import { CHANNEL_ROWS, type Channel } from '../../channels/table';
import { emailKey, parseMailbox } from '../contacts/email-address';
import { errorText } from '../shared/error-codes';
import { firstSet, type Origin } from './origin';
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

/** The sender, and where it comes from. */
export type SenderResult =
  { ok: true; sender: ResolvedSender; origin: Origin } | { ok: false; message: string };

/** Who is named as the sender of a message. */
export interface NamedSenders {
  /** By the request; null: nobody. */
  requested: string | null;
  /** By the tenant, for the channel. */
  tenant?: string;
  event: string | undefined;
}

/** Returns the sender that a request names for a message on this channel; null if it names none. */
export function requestedSender(
  channel: Channel,
  { from, overrides }: { from?: string | null; overrides?: Overrides | null },
): string | null {
  return (channel === 'sms' ? overrides?.sms?.sender_id : undefined) ?? from ?? null;
}

/**
 * Returns the sender of a message: the one that the request names, else the tenant's, else the event's, else the
 * application's, else one of its first verified domain or number (TENANT-3). Each must be verified (SENDER-4), the one of the
 * request also if the channel does not use it.
 */
export function resolveSender(
  application: SenderSettings,
  channel: Channel,
  named: NamedSenders,
): SenderResult {
  const email = named.requested?.includes('@') ? named.requested : null;
  const { sender } = CHANNEL_ROWS[channel];
  const text = { requested: email === null ? named.requested : null };
  const isText = sender === 'number' || sender === 'number_or_name';
  const byText = textSender(application, channel, isText ? { ...text, tenant: named.tenant } : text);
  if (!byText.ok) return byText;
  if (sender === 'mailbox') return emailSender(application, { ...named, requested: email });
  const byEmail = email === null ? null : emailSender(application, { requested: email, event: undefined });
  if (byEmail && !byEmail.ok) return byEmail;
  if (sender !== 'application') return byText;
  return {
    ok: true,
    sender: { email: null, phone: null, name: application.name },
    origin: 'application',
  };
}

function emailSender(application: SenderSettings, named: NamedSenders): SenderResult {
  const from = firstSet([
    ['send', named.requested],
    ['tenant', named.tenant],
    ['event', named.event],
    ['application', application.from],
  ]);
  if (!from) {
    const domain = application.senders.find(({ type }) => type === 'domain')?.value;
    const address = domain
      ? `no-reply@${domain}`
      : application.senders.find(({ type }) => type === 'email')?.value;
    const sender = { email: address ?? null, phone: null, name: application.name };
    if (address) return { ok: true, sender, origin: 'service' };
    return { ok: false, message: 'The application has no verified sender. Add an e-mail domain or address.' };
  }
  const mailbox = parseMailbox(from.value);
  if (!mailbox) return { ok: false, message: 'The sender is not an e-mail address.' };
  if (!isVerifiedEmail(application, mailbox.address)) {
    return { ok: false, message: errorText('SENDER_UNVERIFIED', mailbox.address) };
  }
  const { origin } = from;
  return { ok: true, sender: { email: mailbox.address, phone: null, name: mailbox.name ?? null }, origin };
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
  { requested, tenant }: Pick<NamedSenders, 'requested' | 'tenant'>,
): SenderResult {
  const verified = (type: SenderType) =>
    senders.filter((sender) => sender.type === type).map(({ value }) => value);
  const numbers = verified('phone');
  const names = verified('alphanumeric');
  for (const one of [requested, tenant])
    if (one !== null && one !== undefined && ![...numbers, ...names].includes(one))
      return { ok: false, message: errorText('SENDER_UNVERIFIED', one) };
  const usable = CHANNEL_ROWS[channel].sender === 'number_or_name' ? [...numbers, ...names] : numbers;
  const isUsable = (one: string | null | undefined) => (usable.includes(one ?? '') ? one : null);
  const picked = firstSet([
    ['send', isUsable(requested)],
    ['tenant', isUsable(tenant)],
    ['service', usable[0]],
  ]);
  const sender = { email: null, phone: picked?.value ?? null, name };
  return { ok: true, sender, origin: picked?.origin ?? 'service' };
}

/** Returns the mailbox as a From header shows it. */
export const formatMailbox = ({ email, name }: ResolvedSender): string | undefined =>
  email === null ? undefined : name ? `"${name.replace(/["\\]/g, '\\$&')}" <${email}>` : email;
