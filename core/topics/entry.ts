import { type ContactRecipient, parseRecipient } from '../sending/recipient';
import { refusal } from '../shared/schemas/check';
import { isLonger } from '../shared/schemas/fields';

/** What an entry of a list of contacts names: one that exists, by an identifier, or one with its fields. */
export type Entry =
  { kind: 'named'; identifier: string } | { kind: 'described'; recipient: ContactRecipient };

export type EntryResult = { ok: true; entry: Entry } | { ok: false; field: string; message: string };

/** Fields of a recipient that are of one send. */
const OF_A_SEND = ['payload', 'metadata', 'reference'];

/** Reads an entry of a list of contacts (TOPIC-3). */
export function readEntry(given: unknown, path: string): EntryResult {
  const wrong = (field: string, rule: string): EntryResult => ({
    ...{ ok: false, field, message: refusal(field, rule) },
  });
  if (typeof given === 'string') {
    if (given.trim() === '') return wrong(path, 'must not be empty');
    if (isLonger(given, 255)) return wrong(path, 'must have at most 255 characters');
    return { ok: true, entry: { kind: 'named', identifier: given } };
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return wrong(path, 'must be a string or an object');
  const misplaced = OF_A_SEND.find((name) => Object.hasOwn(given, name));
  if (misplaced !== undefined)
    return wrong(`${path}.${misplaced}`, 'is a field of a send. A contact keeps what is in `meta`');
  const read = parseRecipient(given, { slackChannels: false, path });
  if (!read.ok) return read;
  if (read.recipient.kind !== 'contact') return wrong(path, 'must be a contact');
  return { ok: true, entry: { kind: 'described', recipient: read.recipient } };
}
