import { isLonger, jsonObject } from '../shared/schemas/fields';
import { typeMessage } from '../shared/schemas/issue-message';

/** What a caller keeps with a notification: short texts by name (SEND-8). */
export type Metadata = Record<string, string>;

/** Maximum number of names. */
export const MAX_METADATA = 20;
const NAME_CHARACTERS = 40;
const VALUE_CHARACTERS = 500;
/** A filter is `metadata[name]=value`, and a stored pair `name=value`. */
const NAME = /^[^[\]=\u0000-\u001f\u007f]+$/;

/** `metadata` of a send, and of a recipient. */
export const metadata = jsonObject
  .transform((given, context): Metadata => {
    const refuse = (message: string, ...path: string[]): void =>
      context.addIssue({ code: 'custom', message, path });
    for (const [name, value] of Object.entries(given)) {
      if (!NAME.test(name) || isLonger(name, NAME_CHARACTERS))
        refuse(
          `has a name that is not allowed. A name has 1 to ${NAME_CHARACTERS} characters, and no [, ], = or control character`,
        );
      else if (typeof value !== 'string') refuse(typeMessage('text', value), name);
      else if (isLonger(value, VALUE_CHARACTERS))
        refuse(`must have at most ${VALUE_CHARACTERS} characters`, name);
    }
    if (Object.keys(given).length > MAX_METADATA) refuse(TOO_MANY);
    return given as Metadata;
  })
  .meta({
    type: 'object',
    maxProperties: MAX_METADATA,
    additionalProperties: { type: 'string', maxLength: VALUE_CHARACTERS },
  });

export const TOO_MANY = `must have at most ${MAX_METADATA} names`;

/** Returns how a pair is stored and searched for. */
export const pairOf = (name: string, value: string): string => `${name}=${value}`;

/** Returns metadata as it is stored. Undefined: there is none. */
export function storedMetadata(given: Metadata = {}): string[] | undefined {
  const pairs = Object.entries(given).map(([name, value]) => pairOf(name, value));
  return pairs.length > 0 ? pairs : undefined;
}

/** Returns stored metadata as it was given. */
export const metadataOf = (pairs: readonly string[]): Metadata =>
  Object.fromEntries(
    pairs.map((pair) => {
      const end = pair.indexOf('=');
      return [pair.slice(0, end), pair.slice(end + 1)];
    }),
  );
