import { type Channel, CHANNELS } from '../../channels/table';
import { type ContactInput, givenFor, identifiersIn } from '../contacts/input';
import { addressFieldOf } from '../contacts/fields';
import { givenEmail } from '../contacts/email-address';
import { parseE164 } from '../contacts/phone';
import { CONTACT_FIELDS } from '../contacts/rows';
import { check, refusal } from '../shared/schemas/check';
import { contactInput } from '../contacts/shape';
import { isLonger } from '../shared/schemas/fields';
import { isUuid } from '../shared/ids';

/** The recipient that a `to` names. Its own `to` has the addresses in the request, which come before the contact's. */
export type Recipient =
  | { kind: 'contact'; input: ContactInput; to: Partial<Record<Channel, string>>; uuid?: string }
  | { kind: 'slack_channel'; channel: string };

export type RecipientResult =
  { ok: true; recipient: Recipient } | { ok: false; field: string; message: string };

/** The fields that name a recipient. */
const NAMING = CONTACT_FIELDS.filter(({ key }) => key !== undefined);

const SLACK_CHANNEL = /^(?:#|[CG][A-Z0-9]{8,}$)/;
const SLACK_MEMBER = /^[UW][A-Z0-9]{8,}$/;
const LOOSE_PHONE = /^[\d\s.()[\]-]+$/;

export const isSlackMember = (value: string): boolean => SLACK_MEMBER.test(value);

/** Returns `to` of a request's body. Neither need be valid. */
export const recipientsIn = (body: unknown): unknown => (body as { to?: unknown } | null)?.to;

/**
 * Reads one recipient (RECIPIENT-1 to RECIPIENT-12). `slackChannels` says whether a Slack channel may stand here: on a
 * send over Slack, and in a cancel.
 */
export function parseRecipient(
  to: unknown,
  options: { slackChannels: boolean; path?: string },
): RecipientResult {
  const path = options.path ?? 'to';
  const wrong = (rule: string): RecipientResult => ({ ok: false, field: path, message: refusal(path, rule) });
  if (typeof to === 'string') return parseString(to, options.slackChannels, wrong);
  if (typeof to !== 'object' || to === null || Array.isArray(to))
    return wrong('must be a string or an object');
  const parsed = check(contactInput, to, [path]);
  if (!parsed.ok) return parsed;
  const input = parsed.data;
  if (identifiersIn(input).length === 0) {
    return wrong(`must have at least one of ${NAMING.map(({ wire }) => wire).join(', ')}`);
  }
  return contact(input);
}

function parseString(
  to: string,
  slackChannels: boolean,
  wrong: (message: string) => RecipientResult,
): RecipientResult {
  if (to.trim() === '') return wrong('must not be empty');
  if (isLonger(to, 255)) return wrong('must have at most 255 characters');

  if (/[\u0000-\u001f\u007f]/.test(to)) return wrong('must not contain control characters');
  if (to.includes('@')) {
    const email = givenEmail(to);
    return email
      ? contact({ email })
      : wrong('contains @ and must be an e-mail address such as ada@example.com');
  }
  if (to.startsWith('+')) {
    const phone = parseE164(to);
    return phone
      ? contact({ phone })
      : wrong('must be a phone number in E.164 form, + then country code then number, such as +12025550123');
  }
  if (SLACK_CHANNEL.test(to)) {
    if (!slackChannels) return wrong('is a Slack channel. Send to it with /v1/send/{event}/slack');
    if (to === '#') return wrong('must name a Slack channel after the #');
    return { ok: true, recipient: { kind: 'slack_channel', channel: to } };
  }
  if (isSlackMember(to)) return contact({ slack: to });
  if (LOOSE_PHONE.test(to) && to.replace(/\D/g, '').length >= 7) {
    return wrong('looks like a phone number. Write it in E.164 form, + then country code then number');
  }
  const parsed = contact({ externalId: to });
  if (parsed.ok && isUuid(to) && parsed.recipient.kind === 'contact')
    parsed.recipient.uuid = to.toLowerCase();
  return parsed;
}

function contact(input: ContactInput): RecipientResult {
  return { ok: true, recipient: { kind: 'contact', input, to: addressesIn(input) } };
}

function addressesIn(input: ContactInput): Partial<Record<Channel, string>> {
  const found = CHANNELS.flatMap((channel) => {
    const address = givenFor(input, addressFieldOf(channel));
    // A send goes to all devices of the contact, not only to those that it names.
    return address && !Array.isArray(address) ? [[channel, address]] : [];
  });
  return Object.fromEntries(found) as Partial<Record<Channel, string>>;
}
