import { sealedFor, textAtRest } from '../../core/shared/at-rest';
import { newSigningSecret, SECRET_OVERLAP_MS } from '../../core/webhooks/signature';
import { previousSecrets } from '../../store/webhooks/endpoints';
import type { ApiDeps } from '../deps';

/** What a rotation left. */
export interface Rotated {
  secret: string;
  /** Until when the secret before signs too. */
  previousUntil: Date;
  /** Whether there were too many rotations that are not over: the oldest secret signs nothing any more. */
  cutShort: boolean;
}

/** Secrets that sign beside a new one at most: a receiver has a limit for headers. */
const MOST_PREVIOUS = 9;

/**
 * Gives an endpoint a new signing secret, beside which the present one signs for 24 hours. So do those of earlier rotations
 * that are not over: if an answer was lost, nobody knows the present one, and the receiver goes on with one of those. Null
 * where there is no such endpoint any more.
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
    const earlier = previousSecrets(endpoint, at);
    const next = { secret: atRest, earlier: earlier.slice(0, MOST_PREVIOUS - 1) };
    if (await store.webhooks.rotateSecret(endpoint, next, { at, until: previousUntil }))
      return { secret, previousUntil, cutShort: earlier.length > next.earlier.length };
  }
}
