import { sealedFor, textAtRest } from '../../core/shared/at-rest';
import { newSigningSecret, SECRET_OVERLAP_MS } from '../../core/webhooks/signature';
import { previousSecrets } from '../../store/webhooks/endpoints';
import type { ApiDeps } from '../deps';

/** Maximum number of earlier secrets that sign too, because receivers limit the size of headers. */
const MAX_PREVIOUS = 9;

/**
 * Gives an endpoint a new signing secret. The current one also signs for 24 hours, until `previousUntil`. So do those of
 * earlier rotations that are not over: if an answer was lost, the receiver still uses one of them. `cutShort` says
 * that there were too many rotations, so the oldest secret no longer signs. Returns null if the endpoint does not exist.
 */
export async function rotateSecret({ store, vault }: ApiDeps, endpointId: string) {
  for (;;) {
    const endpoint = await store.webhooks.get(endpointId);
    if (!endpoint) return null;
    const at = store.now();
    const secret = newSigningSecret();
    const previousUntil = new Date(at.getTime() + SECRET_OVERLAP_MS);
    const atRest = textAtRest(vault, secret, sealedFor.webhook(endpointId));
    const earlier = previousSecrets(endpoint, at);
    const next = { secret: atRest, earlier: earlier.slice(0, MAX_PREVIOUS - 1) };
    // False: another rotation was faster, and this one follows it.
    if (await store.webhooks.rotateSecret(endpoint, next, { at, until: previousUntil }))
      return { secret, previousUntil, cutShort: earlier.length > next.earlier.length };
  }
}
