import type { z } from 'zod';
import type { ZodOpenApiOverride } from 'zod-openapi';
import { CONTACT_FIELDS, type ContactField, fieldsWith, isListName } from '../../core/contacts/rows';
import { contactBody } from '../../core/contacts/shape';

const { meta, ...shape } = contactBody.shape as typeof contactBody.shape & Record<string, z.ZodType>;

/** The names of a field in bodies. Its aliases are accepted, and a client that is generated does not need them. */
const named = (field: ContactField): [string, z.ZodType][] =>
  Object.entries(field.body).map(([name, { about }]) => [name, described(shape[name]!, about)]);

const described = (schema: z.ZodType, about: string | undefined) =>
  about === undefined ? schema : schema.describe(about);

/** Returns the last names of fields in bodies as a list in words. */
export const words = (fields: readonly ContactField[]): string =>
  fields
    .map(({ body }) => `\`${Object.keys(body).at(-1)}\``)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ');

/** The fields of a contact in a body and in `to`. */
export const contactFields = contactBody.extend({
  ...Object.fromEntries(CONTACT_FIELDS.flatMap(named)),
  meta: meta.describe(
    `Custom metadata; wins over unknown fields of the same name. ${words(fieldsWith('inMeta', true))} in it must be as the fields of these names.`,
  ),
});

/** Requires that at least one of these fields is there and not null. In a `not`, which generators of types pass over. */
export const needsOne = (fields: readonly ContactField[]): ZodOpenApiOverride => {
  const empty = fields.flatMap((field): [string, { maxItems: number } | { maxLength: number }][] =>
    Object.keys(field.body).map((name) => [
      name,
      isListName(field, name) ? { maxItems: 0 } : { maxLength: 0 },
    ]),
  );
  return ({ jsonSchema }) => {
    jsonSchema.not = { properties: Object.fromEntries(empty) };
  };
};

/** The fields of which a contact needs one (CONTACT-9), and those with several values. */
const IDENTIFYING = CONTACT_FIELDS.filter(({ identifies }) => identifies !== undefined);
const LISTS = CONTACT_FIELDS.filter(({ holds }) => holds !== 'one');

export const UNKNOWN =
  'Names in camelCase (`externalId`), `id` for `external_id` and `slack_id` for `slack` are accepted too. Other fields that are not listed go to `meta`, their names in camelCase.';

export const shownContact = contactFields.meta({
  id: 'ContactRequest',
  description: `At least one of ${words(IDENTIFYING)} is needed. ${UNKNOWN} Null says nothing.`,
  override: needsOne(IDENTIFYING),
});

export const shownContactChanges = contactFields.meta({
  id: 'ContactChanges',
  description: `Only the fields given change; null clears one (${words(LISTS)}: all of them). ${UNKNOWN}`,
});
