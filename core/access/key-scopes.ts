/** Scopes of an API key. A key without scopes has all of them. */
export const KEY_SCOPES = ['send', 'broadcast', 'read', 'contacts', 'webhooks'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];
