import type { Vault } from './vault';

/**
 * A secret text as stored: sealed, or in clear if it was stored by an older version or without a key. A sealed one is an
 * object, so that code which expects a text fails.
 */
export type AtRest = string | { sealed: string };

/** Seals a text for the record that `context` names; VaultError without a key. */
export const sealText = (vault: Vault, text: string, context: string): { sealed: string } => ({
  sealed: vault.seal(text, context),
});

/** Seals a text, or returns it in clear if there is no key. */
export const textAtRest = (vault: Vault, text: string, context: string): AtRest =>
  vault.canSeal ? sealText(vault, text, context) : text;

/** Returns the text in clear. VaultError if its key is missing. */
export const openText = (vault: Vault, text: AtRest, context: string): string =>
  typeof text === 'string' ? text : vault.open(text.sealed, context);

/** Contexts that texts are sealed for, so that none can be moved to another record. */
export const sealedFor = {
  webhook: (endpointId: string): string => `webhook:${endpointId}`,
  /** Payload and overrides of a notification, or of the array that it came in. */
  content: (id: string): string => `content:${id}`,
  /** Content of a captured message. */
  captured: (messageId: string): string => `captured:${messageId}`,
  suppressionKey: (applicationId: string): string => `suppression:${applicationId}`,
  linkKey: (applicationId: string): string => `links:${applicationId}`,
  /** Private key of DKIM. */
  dkim: (applicationId: string, { domain, selector }: { domain: string; selector: string }): string =>
    `dkim:${applicationId}:${selector}._domainkey.${domain}`,
};
