import { CHANNEL_ROWS, type Channel } from '../../channels/table';
import type { Brand } from '../sending/brand-shape';

/** Channels whose messages have a sender that can be named. */
export const SENDER_CHANNELS = ['email', 'sms', 'whatsapp'] as const;
export type SenderChannel = (typeof SENDER_CHANNELS)[number];

/** A customer of an application, in whose name messages are sent: what it has in place of the application's. */
export interface Tenant {
  /** Unique in its application. */
  id: string;
  name: string;
  brand: Brand;
  /** A verified sender of the application by channel. Absent: as without a tenant. */
  sender: Partial<Record<SenderChannel, string>>;
  /** Ids of integrations by channel, in the order of attempts. Absent: those of the application. */
  integrations: Partial<Record<Channel, string[]>>;
  /** JSON text of an object: `tenant.*` in templates. */
  variables: string;
}

/** Returns the sender of a tenant on a channel; undefined if it has none. */
export const tenantSender = (tenant: Tenant | null, channel: Channel): string | undefined =>
  CHANNEL_ROWS[channel].sender === 'application' ? undefined : tenant?.sender[channel as SenderChannel];
