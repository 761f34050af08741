import { z } from 'zod';
import { camelCase } from '../shared/camel-case';
import { MAX_PUSH_TOKENS } from './fields';
import type { ContactInput } from './input';
import { CONTACT_FIELDS, type ContactField, fieldsWith, isListName } from './rows';
import { ALIASES } from './aliases';
import { CONTACT_FORMS } from './forms';
import { jsonObject } from '../shared/schemas/fields';
import { issueMessage } from '../shared/schemas/issue-message';

const nullable = <T extends z.ZodType>(schema: T) => schema.nullable().optional();

/** The schemas of a field by its names in bodies. */
const bodyOf = (field: ContactField): [name: string, schema: z.ZodType][] =>
  Object.keys(field.body).map((name) => {
    const one = CONTACT_FORMS[field.form];
    return [name, nullable(isListName(field, name) ? z.array(one).max(MAX_PUSH_TOKENS) : one)];
  });
const shapeOf = (fields: readonly ContactField[]): Record<string, z.ZodType> =>
  Object.fromEntries(fields.flatMap(bodyOf));

const reserved = shapeOf(fieldsWith('inMeta', true));
const reservedMetadata = z.object(reserved);

/** Metadata is stored as sent. The keys that the service reads must be valid. */
const metadata = jsonObject.superRefine((meta, context) => {
  for (const { path, message } of reservedMetadata.safeParse(meta, { error: issueMessage }).error?.issues ??
    [])
    context.addIssue({ code: 'custom', path, message });
});

/** The fields of a contact (docs/reference/rules/contacts.md), the devices, and metadata that the service reads. */
export const contactBody = z.looseObject({
  ...shapeOf(CONTACT_FIELDS.filter(({ inMeta, holds }) => !inMeta && holds !== 'all')),
  meta: nullable(metadata),
  ...reserved,
  ...shapeOf(fieldsWith('holds', 'all')),
});
type ContactBody = { meta?: ContactInput['meta'] } & Record<string, unknown>;

const FIELDS = Object.keys(contactBody.shape);

const anySpelling = z.preprocess((value) => (isObject(value) ? withoutAliases(value) : value), contactBody);

/** Body of PATCH contacts: unknown keys are metadata, in camelCase; null clears. */
export const contactChanges = anySpelling.transform(toInput);

/**
 * Body of POST contacts, and the object form of `to`. Unlike in PATCH null changes nothing, because many serializers
 * write it for "not known".
 */
export const contactInput = anySpelling.transform((body, context) => toInput(withoutNulls(body), context));

function toInput(body: ContactBody, context: z.RefinementCtx): ContactInput {
  const read = CONTACT_FIELDS.filter(({ inMeta }) => !inMeta).map((row): [string, unknown] => [
    row.one,
    row.holds === 'all' ? tokensIn(body, row, context) : body[row.wire],
  ]);
  const given = [...read, ['meta', metaIn(body)] as const].filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

/** Returns the tokens under all names of their field. */
function tokensIn(body: ContactBody, { body: names }: ContactField, context: z.RefinementCtx) {
  const values = Object.keys(names).map((name) => body[name] as string | string[] | null | undefined);
  const tokens = values.flatMap((value) => value ?? []);
  if (new Set(tokens).size > MAX_PUSH_TOKENS) {
    const message = `must have at most ${MAX_PUSH_TOKENS} tokens, including push_token`;
    context.addIssue({ code: 'custom', path: ['push_tokens'], message });
  }
  if (tokens.length > 0) return tokens;
  return values.includes(null) ? null : undefined;
}

function metaIn(body: ContactBody): ContactInput['meta'] {
  const isMetadata = (key: string): boolean => !FIELDS.includes(key) || key in reserved;
  const beside = Object.entries(body).filter(([key]) => isMetadata(key));
  if (beside.length === 0) return body.meta;
  if (body.meta === null && beside.every(([, value]) => value === null)) return null;
  // `meta` is stored as sent (METADATA-2). If both have a key, `meta` wins.
  return { ...Object.fromEntries(beside.map(([key, value]) => [camelCase(key), value])), ...body.meta };
}

/** Of several spellings with a value the proper name is the field, else the first one. Other values are metadata. */
function withoutAliases(body: Record<string, unknown>): Record<string, unknown> {
  const isAlias = ([key]: [string, unknown]): boolean => Object.hasOwn(ALIASES, key);
  const entries = Object.entries(body);
  const read = new Map(entries.filter((entry) => !isAlias(entry)));
  for (const [key, value] of entries.filter(isAlias)) {
    const name = ALIASES[key] ?? key;
    const field = read.get(name) ?? null;
    if (field === null) read.set(name, value);
    else if (value !== null && value !== field) read.set(key, value);
  }
  return Object.fromEntries(read);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutNulls = (body: ContactBody): ContactBody =>
  Object.fromEntries(Object.entries(body).filter(([key, value]) => value !== null || !FIELDS.includes(key)));
