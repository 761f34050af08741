import type { Channel, Environment } from '../shared/channels';
import type { DeliveryGuarantee } from '../events/definition';
import { type ProviderHealth, chooseProvider } from './failover';
import { type Integration, integrationsOf } from './integration';
import { splitTokens } from '../contacts/push-tokens';

/** The part of an application that says who sends for it. */
export interface SendingApplication {
  integrations?: Integration[];
  sandboxRecipients?: string[];
  health?: Record<string, ProviderHealth>;
}

/** A message that someone has to send. */
export interface SendingRequest {
  application: SendingApplication;
  environment: Environment;
  channel: Channel;
  /** The message's address. */
  address: string;
}

/** Someone who may send a message. */
export interface Candidate {
  /** Of the integration, or one of those below. */
  id: string;
  /** The integration in whose queue the message waits for its turn; null: it waits with all others. */
  queue: string | null;
}

/** What keeps the messages of sandbox. */
export const SANDBOX = 'sandbox';
/** All push services of an application together. */
export const PUSH = 'push';
/** The service's own SMTP server. */
export const SERVICE_SMTP = 'service_smtp';

/** Whether a candidate can fail in a way that says something of the next message. */
export const hasHealth = (id: string): boolean => id !== SANDBOX && id !== PUSH;

/**
 * Who may send a message, in the order in which they are tried; empty: nobody is set up. A push message goes out through
 * all of its devices' services at once, so the first of these with a rate paces it.
 */
export function candidatesFor(
  request: SendingRequest,
  { serviceSmtp }: { serviceSmtp: boolean },
): Candidate[] {
  const { application, channel } = request;
  if (isCaptured(request)) return [{ id: SANDBOX, queue: null }];
  const own = integrationsOf(application.integrations ?? [], channel);
  if (channel === 'push') return own.length > 0 ? [{ id: PUSH, queue: own.find(isPaced)?.id ?? null }] : [];
  if (own.length > 0) return own.map((one) => ({ id: one.id, queue: isPaced(one) ? one.id : null }));
  return channel === 'email' && serviceSmtp ? [{ id: SERVICE_SMTP, queue: null }] : [];
}

const isPaced = ({ perSecond }: Integration): boolean => (perSecond ?? null) !== null;

/** Whether sandbox keeps a message instead of sending it; one of push is sent where all of its devices are listed. */
export function isCaptured({ application, environment, channel, address }: SendingRequest): boolean {
  if (environment !== 'sandbox') return false;
  const listed = application.sandboxRecipients ?? [];
  const addresses = channel === 'push' ? splitTokens(address) : [address];
  return !addresses.every((one) => listed.includes(one));
}

/** The queue in which a new message will wait, as it looks now; whoever sends it looks again. */
export function firstQueueOf(request: SendingRequest, delivery: DeliveryGuarantee): string | null {
  const candidates = candidatesFor(request, { serviceSmtp: false });
  if (candidates.length === 0) return null;
  const choice = chooseProvider({
    candidates: candidates.map(({ id }) => id),
    attempts: [],
    health: request.application.health ?? {},
    delivery,
    nowMs: Date.now(),
  });
  const first = choice.kind === 'use' ? candidates.find(({ id }) => id === choice.id) : candidates[0];
  return first?.queue ?? null;
}
