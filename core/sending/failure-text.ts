import type { Channel } from '../shared/channels';
import { sendNameOf } from '../sequences/step-key';
import type { Integration } from './integration';
import { providerName } from './provider-name';

/** What a SEND failed at last. If that is the rest of a provider: since when, and until when if it goes on. */
export interface LastFailure {
  /** Null: no provider was called, or it is unknown which. */
  provider?: string | null;
  /** Id of the integration, or what stands for one. */
  providerId?: string | null;
  code: string | null;
  since?: Date;
  until?: Date;
}

type Integrations = readonly Pick<Integration, 'id' | 'name' | 'provider'>[];

/**
 * Returns why a SEND failed, in names and codes: `send-1 over email EXPIRED; last UNAUTHORIZED at smtp (relay-main)`. It has
 * nothing of the provider's response, which may contain addresses.
 */
export function failureText(
  { step, channel }: { step: string; channel: Channel },
  code: string,
  last: LastFailure | undefined,
  integrations: Integrations,
): string {
  const text = `${sendNameOf(step)} over ${channel} ${code}`;
  if (!last?.code) return text;
  const lastCode = last.code === code ? '' : `; last ${last.code}`;
  // The provider of an attempt without an outcome is unknown. Any other attempt without one failed before it called one.
  if (last.provider === null && last.code !== 'OUTCOME_UNKNOWN')
    return `${text}${lastCode} before a provider was called`;
  const provider = nameIn(integrations, { id: last.providerId, provider: last.provider });
  const rests = last.since
    ? `, which ${last.until ? 'has' : 'had'} been cooling down since ${last.since.toISOString()}`
    : '';
  const until = last.until ? ` until ${last.until.toISOString()}` : '';
  return `${text}${lastCode} at ${provider ?? 'an unknown provider'}${rests}${until}`;
}

/** Returns a provider with the name of its integration: `smtp (relay-main)`. Null if nothing is known. */
export function nameIn(
  integrations: Integrations,
  { id, provider }: { id?: string | null; provider?: string | null },
): string | null {
  const integration = integrations.find((one) => one.id === id);
  return providerName({ provider: provider ?? integration?.provider, id, name: integration?.name });
}
