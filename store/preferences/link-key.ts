import { randomBytes } from 'node:crypto';
import { type AtRest, openText, sealedFor, textAtRest } from '../../core/shared/at-rest';
import type { Vault } from '../../core/shared/vault';
import type { Store } from '../store';

/**
 * Returns the key of the links in an application's messages, after giving it one if it has none; null if it was removed.
 * It is chance and not made from ENCRYPTION_KEY, which only seals it: so links outlive a rotation (PREFERENCE-31).
 */
export async function makeLinkKey(
  { store, vault }: { store: Pick<Store, 'applications'>; vault: Vault },
  application: { _id: string; linkKey?: AtRest | null },
): Promise<Buffer | null> {
  if (application.linkKey) return openLinkKey(vault, application);
  const { _id } = application;
  const candidate = textAtRest(vault, randomBytes(32).toString('base64'), sealedFor.linkKey(_id));
  const linkKey = await store.applications.keyFor(_id, 'linkKey', candidate);
  return openLinkKey(vault, { _id, linkKey });
}

/** Returns the key that an application's links were made with; null: it has made none. */
export const openLinkKey = (
  vault: Vault,
  { _id, linkKey }: { _id: string; linkKey?: AtRest | null },
): Buffer | null =>
  linkKey ? Buffer.from(openText(vault, linkKey, sealedFor.linkKey(_id)), 'base64') : null;
