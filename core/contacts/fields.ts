import { CHANNEL_ROWS, type Channel, CHANNELS } from '../../channels/table';
import { joinTokens } from './push-tokens';
import {
  CONTACT_FIELDS,
  type ContactField,
  type ContactFieldName,
  fieldsReadBy,
  type FieldsWith,
} from './rows';

/** The part of a contact that routing and templates read. The newest address comes first. */
export type ContactFields = {
  [Name in ContactFieldName]: Name extends FieldsWith<{ holds: 'one' }> ? string | null : string[];
};

/** The fields of a contact that is not stored yet, or that was erased. */
export const EMPTY_FIELDS = Object.fromEntries(
  CONTACT_FIELDS.map(({ field, holds }) => [field, holds === 'one' ? null : []]),
) as unknown as ContactFields;

/** Maximum number of e-mail addresses, and of phone numbers, of one contact. */
export const MAX_ADDRESSES = 50;

/** Maximum number of push tokens of one contact. */
export const MAX_PUSH_TOKENS = 100;

/** Returns all values of a field. */
export function valuesOf<Name extends ContactFieldName>(
  contact: Pick<ContactFields, Name>,
  field: Name,
): string[] {
  const value: string | string[] | null = contact[field];
  return Array.isArray(value) ? value : value === null ? [] : [value];
}

/** Returns the field that holds the addresses of a channel. */
export const addressFieldOf = (channel: Channel): ContactField => FIELD_BY_CHANNEL[channel];

const FIELD_BY_CHANNEL = Object.fromEntries(
  CHANNELS.map((channel) => {
    const name: ContactFieldName = CHANNEL_ROWS[channel].address;
    return [channel, CONTACT_FIELDS.find(({ field }) => field === name)];
  }),
) as Record<Channel, ContactField>;

/** Returns the address of a contact on a channel (CHANNEL-4); null if it has none. */
export function addressOf(contact: ContactFields, channel: Channel): string | null {
  const { field, holds } = addressFieldOf(channel);
  const values = valuesOf(contact, field);
  return holds === 'all' ? joinTokens(values) : (values[0] ?? null);
}

/** Splits a name: the first word is the first name, the others are the last name (CONTACT-7). */
export function splitName(name: string | null): { firstName: string | null; lastName: string | null } {
  const [first, ...rest] = (name ?? '').trim().split(/\s+/);
  return { firstName: first || null, lastName: rest.length > 0 ? rest.join(' ') : null };
}

/** Returns what templates, or conditions, read of a contact beside its `meta`, by name. */
export const readBy = (
  reader: 'condition' | 'template',
  contact: ContactFields,
): Record<string, string | null> => ({
  ...Object.fromEntries(
    fieldsReadBy(reader).map(({ field, one }) => [one, valuesOf(contact, field)[0] ?? null]),
  ),
  ...splitName(contact.name),
});
