import type { Channel, Environment } from './channels';
import type { Integration } from './integration';
import { integrationsOf } from './integration';
import { splitTokens } from './push-tokens';

/** The part of an application that says who sends for it. */
export interface SendingApplication {
  integrations?: Integration[];
  sandboxRecipients?: string[];
}

/** A message that someone has to send. */
export interface SendingRequest {
  application: SendingApplication;
  environment: Environment;
  channel: Channel;
  /** The message's address. */
  address: string;
}

/** Whether sandbox keeps a message instead of sending it; one of push is sent where all of its devices are listed. */
export function isCaptured({ application, environment, channel, address }: SendingRequest): boolean {
  if (environment !== 'sandbox') return false;
  const listed = application.sandboxRecipients ?? [];
  const addresses = channel === 'push' ? splitTokens(address) : [address];
  return !addresses.every((one) => listed.includes(one));
}

/**
 * The integration in whose queue a message waits for its turn; null: it waits with all others. A push message goes out
 * through all of its devices' services at once, so the first of these with a rate paces it.
 */
export function sendQueueFor(request: SendingRequest): string | null {
  const { application, channel } = request;
  if (isCaptured(request)) return null;
  const own = integrationsOf(application.integrations ?? [], channel);
  const sending = channel === 'push' ? own.find(isPaced) : own[0];
  return sending && isPaced(sending) ? sending.id : null;
}

const isPaced = ({ perSecond }: Integration): boolean => (perSecond ?? null) !== null;
