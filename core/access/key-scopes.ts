/** What an API key may do. A key without scopes of its own may do all of it. */
export const KEY_SCOPES = ['send', 'read', 'contacts', 'webhooks'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];
