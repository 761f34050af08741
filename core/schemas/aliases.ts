/** Other names that callers may give to fields of a recipient. */
export const ALIASES: Readonly<Record<string, string>> = {
  id: 'external_id',
  externalId: 'external_id',
  slack_id: 'slack',
  slackId: 'slack',
  pushToken: 'push_token',
  pushTokens: 'push_tokens',
};

/** The name under which an object has the field `key`: `key` itself, unless only an alias of it is there. */
export function nameGiven(value: unknown, key: PropertyKey): PropertyKey {
  if (typeof value !== 'object' || value === null || Object.hasOwn(value, key)) return key;
  return Object.keys(value).find((name) => Object.hasOwn(ALIASES, name) && ALIASES[name] === key) ?? key;
}
