import { type Channel, CHANNELS } from '../../core/shared/channels';
import { type Over, type Person, UnreadableRecord } from './person';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a field as text. Undefined: it is absent, empty or no text. */
export function textIn(fields: Fields, name: string): string | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

/** Returns the fields in a field. Undefined: it is absent or no object. */
export function fieldsIn(fields: Fields, name: string): Fields | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return isFields(value) ? value : undefined;
}

/** Our channels that a service calls `chat`. */
const CHAT: readonly Channel[] = ['slack', 'discord', 'telegram', 'whatsapp'];

/** Returns our channels for the name that a service has for one. None: there is no such channel here. */
export const channelsNamed = (name: string): readonly Channel[] =>
  name === 'chat' ? CHAT : CHANNELS.filter((channel) => channel === name);

/** Returns what is chosen over each channel. What has no counterpart goes to `left`. */
export function overIn(fields: Fields | undefined, left: string[]): Over {
  const over: Over = {};
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (name === '__strategy__') continue;
    const channels = channelsNamed(name);
    if (channels.length === 0) left.push(`the channel ${name}`);
    else if (typeof value !== 'boolean') left.push('a condition');
    else for (const channel of channels) over[channel] = value && over[channel] !== false;
  }
  return over;
}

/** What a service knows of a person. */
interface Known {
  id?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  name?: string | undefined;
  language?: string | undefined;
  timezone?: string | undefined;
}

/** Returns a contact: its fields if there is an address to create it with, else its id. */
export function contactOf({ id, email, phone, name, language, timezone }: Known): Person['contact'] {
  if (email === undefined && phone === undefined) {
    if (id !== undefined) return id;
    throw new UnreadableRecord('names nobody: it has no id, e-mail address or phone number');
  }
  const fields = {
    ...{ external_id: id, email, phone, name },
    ...{ language: languageOf(language), timezone: timezoneOf(timezone) },
  };
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Returns a full name from its parts. */
export const fullName = (...parts: (string | undefined)[]): string | undefined =>
  parts.filter((part) => part !== undefined).join(' ') || undefined;

/** Returns a language tag; `en_US` is one too. Undefined: it is none, and no reason to refuse somebody's choices. */
function languageOf(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

function timezoneOf(text: string | undefined): string | undefined {
  try {
    return text === undefined
      ? undefined
      : new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
