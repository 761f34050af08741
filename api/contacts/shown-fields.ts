import type { z } from 'zod';
import type { ZodOpenApiOverride } from 'zod-openapi';
import {
  aliasesOf,
  CONTACT_FIELDS,
  type ContactField,
  fieldsWith,
  isListName,
} from '../../core/contacts/rows';
import { contactBody } from '../../core/contacts/shape';

const { meta, ...shape } = contactBody.shape as typeof contactBody.shape & Record<string, z.ZodType>;

/** The names of a field in bodies, then its aliases. */
const named = (field: ContactField): [string, z.ZodType][] =>
  Object.entries(field.body).map(([name, { about }]) => [name, described(shape[name]!, about)]);
const alsoNamed = (field: ContactField): [string, z.ZodType][] =>
  aliasesOf(field).map(([alias, name]) => [alias, shape[name]!.describe(`The same as \`${name}\`.`)]);

const described = (schema: z.ZodType, about: string | undefined) =>
  about === undefined ? schema : schema.describe(about);

/** Returns the last names of fields in bodies as a list in words. */
export const words = (fields: readonly ContactField[]): string =>
  fields
    .map(({ body }) => `\`${Object.keys(body).at(-1)}\``)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ');

/** The fields of a contact in a body and in `to`, with their other spellings. */
export const contactFields = contactBody.extend({
  ...Object.fromEntries(CONTACT_FIELDS.flatMap(named)),
  meta: meta.describe(
    `Custom metadata; wins over unknown fields of the same name. ${words(fieldsWith('inMeta', true))} in it must be as the fields of these names.`,
  ),
  ...Object.fromEntries(CONTACT_FIELDS.flatMap(alsoNamed)),
});

/** Requires that at least one of these fields is there and not null, under any of its names. */
export const needsOne = (fields: readonly ContactField[]): ZodOpenApiOverride => {
  const names = [
    ...fields.flatMap((field) => Object.keys(field.body).map((name) => ({ name, is: filled(field, name) }))),
    ...fields.flatMap((field) =>
      aliasesOf(field).map(([alias, name]) => ({ name: alias, is: filled(field, name) })),
    ),
  ];
  return ({ jsonSchema }) => {
    const anyOf = names.map(({ name, is }) => ({ required: [name], properties: { [name]: is } }));
    // In an `allOf`, because generators of types read an `anyOf` beside `properties` as an alternative to them.
    jsonSchema.allOf = [{ anyOf }];
  };
};

const filled = (field: ContactField, name: string) =>
  isListName(field, name)
    ? { type: 'array' as const, minItems: 1, items: { type: 'string' as const } }
    : // A Telegram chat is a number as well.
      { type: field.form === 'chat_id' ? ['string' as const, 'integer' as const] : ('string' as const) };

/** The fields of which a contact needs one (CONTACT-9), and those with several values. */
const IDENTIFYING = CONTACT_FIELDS.filter(({ identifies }) => identifies !== undefined);
const LISTS = CONTACT_FIELDS.filter(({ holds }) => holds !== 'one');

const UNKNOWN = 'Fields that are not listed go to `meta`, their names in camelCase.';

export const shownContact = contactFields.meta({
  id: 'ContactRequest',
  description: `At least one of ${words(IDENTIFYING)} is needed. ${UNKNOWN} Null says nothing.`,
  override: needsOne(IDENTIFYING),
});

export const shownContactChanges = contactFields.meta({
  id: 'ContactChanges',
  description: `Only the fields given change; null clears one (${words(LISTS)}: all of them). ${UNKNOWN}`,
});
