import { type Channel, CHANNELS } from '../../channels/table';
import { type ContactInput, givenFor, identifiersIn } from '../contacts/input';
import { addressFieldOf } from '../contacts/fields';
import { givenEmail } from '../contacts/email-address';
import { parseE164 } from '../contacts/phone';
import { reservedIn } from '../contacts/reserved-metadata';
import { CONTACT_FIELDS } from '../contacts/rows';
import { camelCase } from '../shared/camel-case';
import { check, refusal } from '../shared/schemas/check';
import { contactInput } from '../contacts/shape';
import { isLonger, jsonObject } from '../shared/schemas/fields';
import { isUuid } from '../shared/ids';
import { type Metadata, metadata as metadataShape } from './metadata';
import { reference as referenceShape } from './reference';
import { misspelledIn, oddPhonesIn, type RecipientWarning } from './recipient-warnings';

/** A contact that a `to` names. Its own `to` has the addresses in the request, which come before the contact's. */
export interface ContactRecipient {
  kind: 'contact';
  input: ContactInput;
  to: Partial<Record<Channel, string>>;
  uuid?: string;
  /** Its own template variables, over those that the request shares. */
  payload?: Record<string, unknown>;
  /** The metadata of its notification, over that which the request shares. */
  metadata?: Metadata;
  /** The reference of its notification, in place of that of the request. */
  reference?: string;
  /** The language that `to` asks for, which the contact keeps too. */
  language?: string;
  warnings: RecipientWarning[];
}

export type Recipient = ContactRecipient | { kind: 'slack_channel'; channel: string };

export type RecipientResult =
  { ok: true; recipient: Recipient } | { ok: false; field: string; message: string };

/** The fields that name a recipient. */
const NAMING = CONTACT_FIELDS.filter(({ key }) => key !== undefined);

const SLACK_CHANNEL = /^(?:#|[CG][A-Z0-9]{8,}$)/;
const SLACK_MEMBER = /^[UW][A-Z0-9]{8,}$/;
/** On a send over Slack, nothing else begins like this. */
const SHORT_SLACK_MEMBER = /^[UW][A-Z0-9]+$/;
const LOOSE_PHONE = /^[\d\s.()[\]-]+$/;

export const isSlackMember = (value: string): boolean => SLACK_MEMBER.test(value);

/** Fields of a send that stand beside `to` and would be lost as metadata in it (core/schemas/send.ts). */
const BESIDE = ['to', 'overrides', 'from', 'tenant', 'send_at', 'skip_waits', 'if_open'];
const BESIDE_NAMES = new Set(BESIDE.flatMap((name) => [name, camelCase(name)]));

/** Returns `to` of a request's body. Neither need be valid. */
export const recipientsIn = (body: unknown): unknown => (body as { to?: unknown } | null)?.to;

interface Options {
  /** A Slack channel may stand here: on a send over Slack, and in a cancel. */
  slackChannels: boolean;
  /** Each text that begins as a Slack member id is one: on a send over Slack. */
  shortMembers?: boolean;
}

/** Reads one recipient (RECIPIENT-1 to RECIPIENT-12, RECIPIENT-18 to RECIPIENT-20). */
export function parseRecipient(to: unknown, options: Options & { path?: string }): RecipientResult {
  const path = options.path ?? 'to';
  const wrong = (rule: string, field = path): RecipientResult => ({
    ...{ ok: false, field, message: refusal(field, rule) },
  });
  if (typeof to === 'string') return parseString(to, { ...options, path }, wrong);
  if (typeof to !== 'object' || to === null || Array.isArray(to))
    return wrong('must be a string or an object');
  const misplaced = Object.keys(to).find((name) => BESIDE_NAMES.has(name));
  if (misplaced !== undefined)
    return wrong('is a field of the send. Write it beside `to`, not in it', `${path}.${misplaced}`);
  const { payload: given, metadata: kept, reference: about, ...fields } = to as Record<string, unknown>;
  const payload = check(jsonObject, given ?? {}, [path, 'payload']);
  if (!payload.ok) return payload;
  const metadata = check(metadataShape, kept ?? {}, [path, 'metadata']);
  if (!metadata.ok) return metadata;
  const reference = check(referenceShape.nullish(), about, [path, 'reference']);
  if (!reference.ok) return reference;
  const parsed = check(contactInput, fields, [path]);
  if (!parsed.ok) return parsed;
  const input = parsed.data;
  const misspelled = misspelledIn(fields, path);
  if (identifiersIn(input).length === 0) {
    const [near] = misspelled;
    const hint = near ? `. ${near.field} is none of them, did you mean ${near.meant}?` : '';
    return wrong(`must have at least one of ${NAMING.map(({ wire }) => wire).join(', ')}${hint}`);
  }
  const language = reservedIn(input.meta ?? {}, 'language');
  return contact(input, {
    warnings: [...misspelled, ...oddPhonesIn(input, (name) => `${path}.${name}`)],
    ...(Object.keys(payload.data).length > 0 && { payload: payload.data }),
    ...(Object.keys(metadata.data).length > 0 && { metadata: metadata.data }),
    ...(typeof reference.data === 'string' && { reference: reference.data }),
    ...(language !== null && { language }),
  });
}

function parseString(
  to: string,
  { slackChannels, shortMembers = false, path }: Options & { path: string },
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
      ? contact({ phone }, { warnings: oddPhonesIn({ phone }, () => path) })
      : wrong('must be a phone number in E.164 form, + then country code then number, such as +12025550123');
  }
  if (SLACK_CHANNEL.test(to)) {
    if (!slackChannels) return wrong('is a Slack channel. Send to it with /v1/send/{event}/slack');
    if (to === '#') return wrong('must name a Slack channel after the #');
    return { ok: true, recipient: { kind: 'slack_channel', channel: to } };
  }
  if ((shortMembers ? SHORT_SLACK_MEMBER : SLACK_MEMBER).test(to)) return contact({ slack: to });
  if (LOOSE_PHONE.test(to) && to.replace(/\D/g, '').length >= 7) {
    return wrong('looks like a phone number. Write it in E.164 form, + then country code then number');
  }
  const parsed = contact({ externalId: to });
  if (parsed.ok && isUuid(to) && parsed.recipient.kind === 'contact')
    parsed.recipient.uuid = to.toLowerCase();
  return parsed;
}

type Asked = Pick<ContactRecipient, 'payload' | 'metadata' | 'reference' | 'language' | 'warnings'>;

const contact = (input: ContactInput, asked: Asked = { warnings: [] }): RecipientResult => ({
  ok: true,
  recipient: { kind: 'contact', input, to: addressesIn(input), ...asked },
});

function addressesIn(input: ContactInput): Partial<Record<Channel, string>> {
  const found = CHANNELS.flatMap((channel) => {
    const address = givenFor(input, addressFieldOf(channel));
    // A send goes to all devices of the contact, not only to those that it names.
    return address && !Array.isArray(address) ? [[channel, address]] : [];
  });
  return Object.fromEntries(found) as Partial<Record<Channel, string>>;
}
