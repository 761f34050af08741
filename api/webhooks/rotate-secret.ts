import { sealedFor, textAtRest } from '../../core/at-rest';
import { newSigningSecret, SECRET_OVERLAP_MS } from '../../core/webhook-signature';
import type { ApiDeps } from '../deps';

/** What a rotation left. */
export interface Rotated {
  secret: string;
  /** Until when the secret before signs too. */
  previousUntil: Date;
  /** Whether an earlier rotation was not over: the secret of before that one signs nothing any more. */
  cutShort: boolean;
}

/**
 * Gives an endpoint a new signing secret, beside which the present one signs for 24 hours. There are two at most: where
 * an earlier rotation is not over, the oldest falls out. Null where there is no such endpoint any more.
 */
export async function rotateSecret({ store, vault }: ApiDeps, endpointId: string): Promise<Rotated | null> {
  for (;;) {
    const endpoint = await store.webhooks.get(endpointId);
    if (!endpoint) return null;
    const at = new Date();
    const secret = newSigningSecret();
    const previousUntil = new Date(at.getTime() + SECRET_OVERLAP_MS);
    // Another rotation may have been faster: then this one follows it.
    const atRest = textAtRest(vault, secret, sealedFor.webhook(endpointId));
    if (await store.webhooks.rotateSecret(endpoint, atRest, { at, until: previousUntil })) {
      const { previousSecret } = endpoint;
      return { secret, previousUntil, cutShort: previousSecret !== undefined && previousSecret.until > at };
    }
  }
}
