/** A field of contacts. Rows are plain data, so that core, the store, the API and the dashboard can derive from them. */
export interface ContactFieldRow {
  /** One value; several, the newest first, of which the first is used (CONTACT-3); or several that are used together. */
  holds: 'one' | 'newest' | 'all';
  /** What each value must be (core/contacts/forms.ts). */
  form: ContactForm;
  /** Its name for people. */
  label: string;
  /** Name of a single value in inputs, templates and conditions. @default the field's name */
  one?: string;
  /** Its names in bodies, each with its aliases. If it holds `all`, the first is one value and the second a list. */
  body: Readonly<Record<string, BodyName>>;
  /** It is a part of `meta`, which has it under its name in bodies (METADATA-3). */
  inMeta?: true;
  /** Kind of the unique keys that its values make. Kinds are stored. */
  key?: string;
  /** Its values identify a contact (CONTACT-9). Of several, the lowest number decides (RECIPIENT-15). */
  identifies?: number;
  /** Lists of contacts are searched by it (CONTACT-18). */
  searched?: true;
  /** Its name in answers. @default it is not shown, other than in `meta` */
  answer?: { name: string; about?: string };
  /** What may name it as `contact.…`. */
  readBy?: readonly ('condition' | 'template')[];
}

/** A name of a field in bodies, with its description in the OpenAPI document. */
interface BodyName {
  about?: string;
  aliases?: readonly string[];
}

export type ContactForm =
  'chat_id' | 'email' | 'id' | 'language' | 'member_id' | 'phone' | 'text' | 'timezone' | 'token' | 'url';

const BOTH = ['condition', 'template'] as const;

/** The fields of contacts beside `meta`, by their stored names. */
export const CONTACT_TABLE = {
  emails: {
    holds: 'newest',
    form: 'email',
    label: 'E-mail addresses',
    one: 'email',
    body: { email: {} },
    key: 'email',
    identifies: 2,
    searched: true,
    readBy: BOTH,
    answer: { name: 'emailAddresses', about: 'The newest is first.' },
  },
  phones: {
    holds: 'newest',
    form: 'phone',
    label: 'Phone numbers',
    one: 'phone',
    body: { phone: {} },
    key: 'phone',
    identifies: 3,
    searched: true,
    readBy: BOTH,
    answer: { name: 'phoneNumbers', about: 'In E.164 form. The newest is first.' },
  },
  name: {
    holds: 'one',
    form: 'text',
    label: 'Name',
    searched: true,
    readBy: BOTH,
    answer: { name: 'name' },
    body: {
      name: { about: 'Full name. The first word is the first name, and the other words are the last name.' },
    },
  },
  externalId: {
    holds: 'one',
    form: 'id',
    label: 'External id',
    answer: { name: 'externalId' },
    key: 'external_id',
    identifies: 1,
    searched: true,
    readBy: BOTH,
    body: {
      external_id: { about: "The caller's own id of the contact.", aliases: ['id', 'externalId'] },
    },
  },
  avatar: {
    holds: 'one',
    form: 'url',
    label: 'Picture',
    answer: { name: 'avatar' },
    readBy: ['template'],
    body: {
      avatar: {
        about: 'Address of a picture. Without one, the Gravatar address of the e-mail is shown.',
      },
    },
  },
  username: {
    holds: 'one',
    form: 'text',
    label: 'Username',
    body: { username: {} },
    answer: { name: 'username' },
    readBy: BOTH,
  },
  slack: {
    holds: 'one',
    form: 'member_id',
    label: 'Slack member id',
    key: 'slack',
    answer: { name: 'slack' },
    body: { slack: { about: 'Slack member id, starts with `U` or `W`.', aliases: ['slack_id', 'slackId'] } },
  },
  language: {
    holds: 'one',
    form: 'language',
    label: 'Language',
    inMeta: true,
    readBy: BOTH,
    body: { language: { about: 'Language of messages, a BCP 47 tag. Kept in `meta`.' } },
  },
  timezone: {
    holds: 'one',
    form: 'timezone',
    label: 'Time zone',
    inMeta: true,
    readBy: ['condition'],
    body: { timezone: { about: 'IANA time zone for times of day and quiet hours. Kept in `meta`.' } },
  },
  telegram: {
    holds: 'one',
    form: 'chat_id',
    label: 'Telegram chat id',
    inMeta: true,
    key: 'telegram',
    body: { telegram: { about: 'Telegram chat id; a number is accepted too. Kept in `meta`.' } },
  },
  discord: {
    holds: 'one',
    form: 'id',
    label: 'Discord user id',
    inMeta: true,
    key: 'discord',
    body: { discord: { about: 'Discord user id. Kept in `meta`.' } },
  },
  pushTokens: {
    holds: 'all',
    form: 'token',
    label: 'Devices',
    key: 'push',
    body: {
      push_token: {
        about: 'A device token, which is added to those of the contact.',
        aliases: ['pushToken'],
      },
      push_tokens: {
        about: 'Device tokens, which are added to those of the contact.',
        aliases: ['pushTokens'],
      },
    },
  },
} as const satisfies Record<string, ContactFieldRow>;
