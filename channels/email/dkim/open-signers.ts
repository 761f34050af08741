import { createPrivateKey } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type DkimKey, signingKey } from '../../../core/sending/dkim/key';
import { sealedFor } from '../../../core/shared/at-rest';
import type { Vault } from '../../../core/shared/vault';
import type { DkimSigner } from './sign-mail';

/** Maximum number of opened keys in memory. */
const KEPT_OPEN = 1_000;

/** The application whose e-mail is signed. */
export interface SignedApplication {
  _id: string;
  dkim?: readonly DkimKey[];
}

/** Returns the signer of a domain, undefined if none of the keys signs its e-mail. VaultError if the key cannot be opened. */
export type OpenSigner = (application: SignedApplication, domain: string) => DkimSigner | undefined;

/** Keeps a process's opened DKIM keys. What is sealed names an entry, so none is ever stale. */
export function createOpenSigner(vault: Vault): OpenSigner {
  const opened = new LRUCache<string, DkimSigner>({ max: KEPT_OPEN });
  return ({ _id, dkim }, domain) => {
    const found = signingKey(dkim, domain);
    if (!found) return undefined;
    const { sealed, selector } = found;
    const known = opened.get(sealed);
    if (known) return known;
    const der = Buffer.from(vault.open(sealed, sealedFor.dkim(_id, found)), 'base64');
    const signer = { domain, selector, key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
    opened.set(sealed, signer);
    return signer;
  };
}
