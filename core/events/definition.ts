import type { z } from 'zod';
import type * as contents from '../../channels/contents';
import type { Channel } from '../shared/channels';
import type { Limit } from '../caps/limit';
import type { Every } from '../shared/every';
import type { Priority } from '../sending/priority';
import type { QuietHours } from '../sending/quiet-hours';
import type { Step } from '../sequences/steps';
import type { PayloadExample, PayloadSchema } from './payload/schema';

type Shapes = { [Name in Channel]: z.output<(typeof contents)[Name]['shape']> }[Channel];

/**
 * What one channel shows in one language. Which fields there may be depends on the channel (channels/<channel>/content.ts).
 * Every string, also inside lists and maps, is a template. MJML is stored as HTML, and layouts and partials are in the texts
 * that use them.
 */
export type Template = Partial<Omit<Every<Shapes>, 'mjml' | 'layout'>>;

/** Templates by channel, then by language tag. */
export type TemplateSet = Partial<Record<Channel, Record<string, Template>>>;

/** Whether a message of unknown outcome is sent again. */
export type DeliveryGuarantee = 'at_least_once' | 'at_most_once';

/** An event as its file declares it: channels in routing order, templates, steps. */
export interface EventDefinition {
  name: string;
  /** Number of its version, if it was read from the store. Older releases stored none. */
  version?: number;
  /** Routing order. */
  channels: Channel[];
  /** Language used when no variant fits. */
  language: string;
  /** The sender of its e-mails, `Name <address>` or an address; absent: the application's. */
  from?: string;
  /** Template of the address that unsubscribes from it with one POST (RFC 8058); set on events sent in bulk. */
  unsubscribeUrl?: string;
  /** Sent in bulk without an address of its own: its e-mails unsubscribe from its category. */
  bulk?: true;
  /** The category of the application that contacts can switch off; absent: none. */
  category?: string;
  delivery: DeliveryGuarantee;
  /** Absent in what older versions stored: normal. */
  priority?: Priority;
  /** Its content is encrypted at rest and never shown; absent: it is not. */
  sensitive?: true;
  /** How long a SEND is retried, milliseconds, from when it was due. */
  retryForMs: number;
  /** When it sends nothing; absent: never. */
  quietHours?: QuietHours;
  /** How much of it is sent to one contact, address or prefix; absent: as much as is asked for. */
  limits?: Limit[];
  /** The event's own Discord channel, for recipients without a Discord id. */
  discord?: { channel: string };
  /** Maximum segments of its SMS. A longer one fails; absent: any number. */
  maxSegments?: number;
  /** What the payload of a send must be; absent: any object. */
  payload?: PayloadSchema;
  /** Payloads for previews; they fit `payload`. */
  examples?: PayloadExample[];
  templates: TemplateSet;
  /** A step's own templates, by step name. For an absent channel `templates` counts. */
  stepTemplates: Record<string, TemplateSet>;
  /** Empty only if `code` is set. An event without a sequence has one SEND named `send`. */
  steps: Step[];
  /** The sequence in workflow code that runs instead of steps, by its name. */
  code?: string;
}
