import type { Channel } from '../shared/channels';
import type { WarmUp } from './warm-up';

/** An application's account at a provider. */
export interface Integration {
  id: string;
  channel: Channel;
  /** Name of the provider in the catalog, for example `postmark`. */
  provider: string;
  /** What its owner calls it. */
  name: string;
  /** Lower goes first among those of one channel. */
  priority: number;
  /** Maximum number of messages per second; null or absent: no limit. */
  perSecond?: number | null;
  /** How many messages broadcasts send through it on each day; null or absent: as many as there are. */
  warmUp?: WarmUp | null;
  /** JSON text of the settings that are no secrets. */
  settings: string;
  /** JSON text of the credentials, sealed for this id. No answer shows it. */
  sealed: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Returns the integrations of a channel, in the order of attempts. */
export const integrationsOf = (integrations: readonly Integration[], channel: Channel): Integration[] =>
  integrations
    .filter((one) => one.channel === channel)
    .sort((a, b) => a.priority - b.priority || a.createdAt.getTime() - b.createdAt.getTime());
