import type { Vault } from './vault';

/**
 * A secret text as the database holds it: sealed, or in clear if it was stored before secrets were sealed or there was no
 * key. Sealed it is an object, so that code which takes the field for a text fails instead of using the wrong one.
 */
export type AtRest = string | { sealed: string };

/** Seals a text for the record that `context` names; VaultError without a key. */
export const sealText = (vault: Vault, text: string, context: string): { sealed: string } => ({
  sealed: vault.seal(text, context),
});

/** The same; without a key the text stays in clear. */
export const textAtRest = (vault: Vault, text: string, context: string): AtRest =>
  vault.canSeal ? sealText(vault, text, context) : text;

/** The text itself; VaultError if its key is gone. */
export const openText = (vault: Vault, text: AtRest, context: string): string =>
  typeof text === 'string' ? text : vault.open(text.sealed, context);

/** What secret texts are sealed for, so that none can be moved to another record. */
export const sealedFor = {
  webhook: (endpointId: string): string => `webhook:${endpointId}`,
  /** Payload and overrides of a notification, or of the array that it came in. */
  content: (id: string): string => `content:${id}`,
  /** What a message says that was captured. */
  captured: (messageId: string): string => `captured:${messageId}`,
  suppressionKey: (applicationId: string): string => `suppression:${applicationId}`,
};
