import { emailKey } from '../contacts/email-address';
import type { Channel, Environment } from '../shared/channels';
import type { DeliveryGuarantee } from '../events/definition';
import { type ProviderHealth, chooseProvider } from './failover';
import { type Integration, integrationsOf } from './integration';
import { type ApplicationPause, holderIn, integrationPause } from './pauses';
import { pushServiceOf, splitTokens } from '../contacts/push-tokens';

/** The part of an application that decides who sends for it. */
export interface SendingApplication {
  integrations?: Integration[];
  sandboxRecipients?: string[];
  health?: Record<string, ProviderHealth>;
  pauses?: ApplicationPause[];
}

/** A message to send. */
export interface SendingRequest {
  application: SendingApplication;
  environment: Environment;
  channel: Channel;
  /** The message's address. */
  address: string;
}

/** A provider that may send a message. */
export interface Candidate {
  /** Of the integration, or one of those below. */
  id: string;
  /** The integration in whose queue the message waits; null: the queue of all others. */
  queue: string | null;
}

/** Captures the messages of sandbox. */
export const SANDBOX = 'sandbox';
/** All push services of an application together. */
export const PUSH = 'push';
/** The service's own SMTP server. */
export const SERVICE_SMTP = 'service_smtp';

/** Returns whether a failure of a candidate says something about the next message. */
export const hasHealth = (id: string): boolean => id !== SANDBOX && id !== PUSH;

/**
 * Returns who may send a message, in the order of attempts; empty: no provider is set up. A push message is sent through
 * the services of all its devices at once, so the first of these with a rate decides its queue.
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

/**
 * Returns the pauses that keep a candidate from sending a message now; empty: none. A push message is sent to all its devices
 * at once, so it waits while the service of one of them is paused.
 */
export function pausesOf(
  { application, channel, address }: SendingRequest,
  { id }: Pick<Candidate, 'id'>,
  released?: readonly string[],
): ApplicationPause[] {
  const { pauses, integrations = [] } = application;
  if (!pauses || pauses.length === 0) return [];
  const own = integrationsOf(integrations, channel);
  const services = id === PUSH ? [...new Set<string>(splitTokens(address).map(pushServiceOf))] : [];
  // A service has the first of its integrations only.
  const used =
    id === PUSH ? services.flatMap((one) => own.find(({ provider }) => provider === one) ?? []) : [{ id }];
  return used.flatMap((one) => holderIn(pauses, integrationPause(one.id), released) ?? []);
}

const isPaced = ({ perSecond }: Integration): boolean => (perSecond ?? null) !== null;

/** Returns whether sandbox captures a message instead of sending it. A push message is sent if all its devices are listed. */
export function isCaptured({ application, environment, channel, address }: SendingRequest): boolean {
  if (environment !== 'sandbox') return false;
  const listed = application.sandboxRecipients ?? [];
  const addresses =
    channel === 'push' ? splitTokens(address) : [channel === 'email' ? emailKey(address) : address];
  return !addresses.every((one) => listed.includes(one));
}

/** Returns the queue in which a new message will wait. The attempt decides again. */
export function firstQueueOf(
  request: SendingRequest,
  { delivery, nowMs }: { delivery: DeliveryGuarantee; nowMs: number },
): string | null {
  const candidates = candidatesFor(request, { serviceSmtp: false });
  if (candidates.length === 0) return null;
  const choice = chooseProvider({
    candidates: candidates.map(({ id }) => id),
    attempts: [],
    health: request.application.health ?? {},
    delivery,
    nowMs,
  });
  const first = choice.kind === 'use' ? candidates.find(({ id }) => id === choice.id) : candidates[0];
  return first?.queue ?? null;
}
