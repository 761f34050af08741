import { CONTACT_TABLE, type ContactFieldRow } from '../../../../../../core/contacts/table';
import { type Channel, CHANNEL_ROWS } from '../../../../api/channels';
import { objectIn, type Sample } from '../../preview/sample';

/** An identifier that a test send may name its recipient by. */
export interface Identifier {
  /** Its name in `to` of a send. */
  name: string;
  label: string;
}

/** Labels of fields that hold several values, for one of them. */
const ONE: Readonly<Record<string, string>> = {
  emails: 'E-mail address',
  phones: 'Phone number',
  pushTokens: 'Device token',
};

/** Returns the identifiers of a recipient: the addresses of the channels, and the external id. */
export function identifiersOf(channels: readonly Channel[]): Identifier[] {
  const fields = [...channels.map((channel) => CHANNEL_ROWS[channel].address), 'externalId' as const];
  return [...new Set(fields)].map((field) => {
    const row: ContactFieldRow = CONTACT_TABLE[field];
    return { name: Object.keys(row.body)[0] ?? field, label: ONE[field] ?? row.label };
  });
}

type Values = Readonly<Record<string, string>>;

/** Returns what the identifiers begin with: those of the last test, or of the sample's contact. */
export function firstValues(sample: Sample, isExample: boolean, own: string): Values {
  const last = objectIn(sample.to);
  if (sample.to !== '' && 'value' in last) return textsIn(last.value);
  // In production the mail of the example's person would go to a stranger.
  if (isExample) return { email: own };
  return textsIn(contactOf(sample));
}

/** Returns `to` of a send: the sample's contact with these identifiers. */
export function recipientOf(sample: Sample, identifiers: readonly Identifier[], values: Values) {
  const given = identifiers.flatMap(({ name }): [string, string][] => {
    const value = (values[name] ?? '').trim();
    return value === '' ? [] : [[name, value]];
  });
  const contact = Object.entries(contactOf(sample)).filter(
    ([name]) => !KEYS.has(name) && !identifiers.some((identifier) => identifier.name === name),
  );
  return Object.fromEntries([...contact, ...given]);
}

/** Names of identifiers in bodies. The form shows those that count, and no other is sent. */
const KEYS = new Set(
  Object.values(CONTACT_TABLE).flatMap((row) =>
    'key' in row
      ? Object.entries(row.body).flatMap(([name, body]) => [
          name,
          ...('aliases' in body ? (body.aliases as readonly string[]) : []),
        ])
      : [],
  ),
);

function contactOf({ contact }: Sample): Record<string, unknown> {
  const read = objectIn(contact);
  return 'value' in read ? read.value : {};
}

const textsIn = (values: Record<string, unknown>): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
