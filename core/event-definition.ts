import type { Channel } from './channels';

/** What one channel shows in one language. E-mail uses all fields, every other channel `text`. */
export interface Template {
  subject?: string;
  html?: string;
  text?: string;
}

/** Templates by channel, then by language tag. */
export type TemplateSet = Partial<Record<Channel, Record<string, Template>>>;

export type Step = SendStep | WaitStep;

export interface SendStep {
  type: 'send';
  /** Stable name of the step; part of the message id, unique within the event. */
  name: string;
  /** Absent: auto-routing over the event's channels. */
  channel?: Channel;
}

export interface WaitStep {
  type: 'wait';
  name: string;
  /** Milliseconds, up to 30 days. */
  durationMs: number;
}

/** Whether a message whose outcome nobody knows is sent again (design: failures are classified once). */
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
  delivery: DeliveryGuarantee;
  /** How long a SEND is retried, milliseconds, counted from when it fell due. */
  retryForMs: number;
  /** The event's own Discord channel, for recipients without a Discord id. */
  discord?: { channel: string };
  templates: TemplateSet;
  /** A step's own templates, by step name; where a channel is absent there, `templates` serves. */
  stepTemplates: Record<string, TemplateSet>;
  /** Never empty: an event without a sequence has one SEND named `send`. */
  steps: Step[];
}
