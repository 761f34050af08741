import type { z } from 'zod';
import type * as contents from '../../channels/contents';
import type { Channel } from '../shared/channels';
import type { Every } from '../shared/every';
import type { Condition } from '../sequences/condition';
import type { Priority } from '../sending/priority';
import type { QuietHours } from '../sending/quiet-hours';
import type { TimeOfDay } from '../sequences/time-of-day';
import type { PayloadExample, PayloadSchema } from './payload/schema';

type Shapes = { [Name in Channel]: z.output<(typeof contents)[Name]['shape']> }[Channel];

/**
 * What one channel shows in one language. Which fields there may be depends on the channel (channels/<channel>/content.ts).
 * Every string, also inside lists and maps, is a template. MJML is stored as HTML.
 */
export type Template = Partial<Omit<Every<Shapes>, 'mjml'>>;

/** Templates by channel, then by language tag. */
export type TemplateSet = Partial<Record<Channel, Record<string, Template>>>;

export type Step = SendStep | WaitStep | WaitUntilStep | DigestStep | ConditionStep | EndStep;

export interface SendStep {
  type: 'send';
  /** Stable name of the step; part of the message id, unique within the event. */
  name: string;
  /** Absent: auto-routing over the event's channels. */
  channel?: Channel;
  fallback?: Fallback;
}

/** Tries the next channel if the message fails, or if no receipt confirms its delivery in time. */
export interface Fallback {
  /** In this order. Channels that were tried, or that do not reach the recipient, are skipped. */
  channels: Channel[];
  /** Milliseconds that a delivery may take to be confirmed; absent: only a failure counts. */
  withinMs?: number;
}

export interface WaitStep {
  type: 'wait';
  name: string;
  /** Milliseconds, up to 30 days. */
  durationMs: number;
}

/** Waits until a time of day, in the contact's time zone, else in this one. */
export interface WaitUntilStep extends TimeOfDay {
  type: 'wait_until';
  name: string;
  timezone: string;
}

/**
 * Combines the notifications of this event for one recipient until the window closes. The first one continues, and the
 * others end.
 */
export interface DigestStep {
  type: 'digest';
  name: string;
  window: DigestWindow;
}

/** The window from the first send on: milliseconds, or until a time of day, as in a WAIT. */
export type DigestWindow = { durationMs: number } | (TimeOfDay & { timezone: string });

/** Continues with one of two branches, and then with the next step. */
export interface ConditionStep {
  type: 'condition';
  name: string;
  if: Condition | DeliveredWithin;
  then: Step[];
  else: Step[];
}

/** Waits until a receipt confirms the delivery of an earlier SEND, until it fails, or until the time ends. */
export interface DeliveredWithin {
  delivered: string;
  withinMs: number;
}

/** Ends the notification. */
export interface EndStep {
  type: 'end';
  name: string;
}

/** Whether a message of unknown outcome is sent again. */
export type DeliveryGuarantee = 'at_least_once' | 'at_most_once';

/** An event as its file declares it: channels in routing order, templates, steps. */
export interface EventDefinition {
  name: string;
  /** Routing order. */
  channels: Channel[];
  /** Language used when no variant fits. */
  language: string;
  /** The sender of its e-mails, `Name <address>` or an address; absent: the application's. */
  from?: string;
  /** Template of the address that unsubscribes from it with one POST (RFC 8058); set on events sent in bulk. */
  unsubscribeUrl?: string;
  delivery: DeliveryGuarantee;
  /** Absent in what older versions stored: normal. */
  priority?: Priority;
  /** Its content is encrypted at rest and never shown; absent: it is not. */
  sensitive?: true;
  /** How long a SEND is retried, milliseconds, from when it was due. */
  retryForMs: number;
  /** When it sends nothing; absent: never. */
  quietHours?: QuietHours;
  /** The event's own Discord channel, for recipients without a Discord id. */
  discord?: { channel: string };
  /** What the payload of a send must be; absent: any object. */
  payload?: PayloadSchema;
  /** Payloads for previews; they fit `payload`. */
  examples?: PayloadExample[];
  templates: TemplateSet;
  /** A step's own templates, by step name. For an absent channel `templates` counts. */
  stepTemplates: Record<string, TemplateSet>;
  /** Empty only if `code` is set. An event without a sequence has one SEND named `send`. */
  steps: Step[];
  /** The sequence in workflow code that runs instead of steps, by its name in core/sequences/names.ts. */
  code?: string;
}
