import { z } from 'zod';
import { camelCase } from '../camel-case';
import { MAX_PUSH_TOKENS } from '../contact-fields';
import type { ContactInput } from '../contact-input';
import { email, identifier, jsonObject, language, line, phone, queryInteger, timezone } from './fields';

const nullable = <T extends z.ZodType>(schema: T) => schema.nullable().optional();

const pushToken = line(4096).min(1);

/** The contact fields of interface 2.1. */
const fields = {
  email: nullable(email),
  phone: nullable(phone),
  external_id: nullable(identifier),
  name: nullable(line(255)),
  avatar: nullable(line(2048)),
  username: nullable(line(255)),
  slack: nullable(line(64).min(1)),
  meta: nullable(jsonObject),
};

/** What `to` may carry besides (decisions: Sending). */
const recipientFields = {
  ...fields,
  language: nullable(language),
  timezone: nullable(timezone),
  telegram: nullable(z.union([identifier, z.number().int().transform(String)])),
  discord: nullable(identifier),
  push_token: nullable(pushToken),
  push_tokens: z.array(pushToken).max(MAX_PUSH_TOKENS).optional(),
};

const contactBody = z.looseObject(fields);
const recipientBody = z.looseObject(recipientFields);

/** Body of PATCH contacts: unknown keys are metadata, in camelCase; null clears. */
export const contactChanges = contactBody.transform((body) => toInput(body, Object.keys(fields)));

/** Body of POST contacts: the same, but that null says nothing, for it is how serializers write "not known". */
export const contactInput = contactChanges.transform(withoutNulls);

/** Path of one contact: a UUID, an external id, an e-mail address or a phone number (interface 2.1). */
export const contactPath = z.strictObject({ identifier: z.string().min(1) });

/** Query of GET contacts (decisions: Contacts). A search is plain text, whatever characters it has. */
export const contactQuery = z.strictObject({
  limit: queryInteger(1, 100, 'must be an integer from 1 to 100').default(50),
  offset: queryInteger(
    0,
    10_000,
    'must be an integer from 0 to 10000; to reach contacts further down, narrow the list with search',
  ).default(0),
  search: z.string('must be given once, as text').max(255).default(''),
});

/** Body of POST and DELETE push-tokens (decisions: Contacts). */
export const pushTokenBody = z.strictObject({ token: pushToken });

/** Other spellings that `to` takes. */
const ALIASES: Record<string, string> = {
  id: 'external_id',
  externalId: 'external_id',
  slack_id: 'slack',
  slackId: 'slack',
  pushToken: 'push_token',
  pushTokens: 'push_tokens',
};

/** The object form of `to`. */
export const recipientInput = z
  .preprocess((value) => (isObject(value) ? withoutAliases(value) : value), recipientBody)
  .transform((body, context) => {
    const input = toInput(body, Object.keys(recipientFields));
    const tokens = [body.push_token ?? [], body.push_tokens ?? []].flat();
    if (new Set(tokens).size > MAX_PUSH_TOKENS) {
      const message = `may have ${MAX_PUSH_TOKENS} tokens at most, push_token counted too`;
      context.addIssue({ code: 'custom', path: ['push_tokens'], message });
      return z.NEVER;
    }
    const { language: tongue, timezone: zone, telegram, discord } = body;
    return withoutNulls({
      ...input,
      ...defined({ language: tongue, timezone: zone, telegram, discord }),
      ...(tokens.length > 0 && { pushTokens: tokens }),
    });
  });

type Known = z.infer<typeof contactBody>;

function toInput(body: Known & Record<string, unknown>, known: string[]): ContactInput {
  const { email: mail, phone: number, external_id: externalId, name, avatar, username, slack } = body;
  const unknown = Object.entries(body).filter(([key]) => !known.includes(key));
  const extra = Object.fromEntries(unknown.map(([key, value]) => [camelCase(key), value]));
  // `meta` is kept as sent (interface 2.1 rule 3): where both have a key, it wins.
  const meta = body.meta === null && unknown.length === 0 ? null : { ...extra, ...body.meta };
  const hasMeta = body.meta !== undefined || unknown.length > 0;
  return {
    ...defined({ email: mail, phone: number, externalId, name, avatar, username, slack }),
    ...(hasMeta && { meta }),
  };
}

function withoutAliases(body: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(body).map(([key, value]) => {
    const name = Object.hasOwn(ALIASES, key) ? ALIASES[key] : undefined;
    return [name !== undefined && !Object.hasOwn(body, name) ? name : key, value] as const;
  });
  return Object.fromEntries(entries);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withoutNulls(input: ContactInput): ContactInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

function defined<T extends Record<string, unknown>>(of: T): Partial<T> {
  return Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as Partial<T>;
}
