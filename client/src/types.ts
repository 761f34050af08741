import type { components, webhooks } from './openapi';

type Schemas = components['schemas'];

export type Accepted = Schemas['Accepted'];
/** The answer to an array of recipients. */
export type BatchAccepted = Accepted & Required<Pick<Accepted, 'notifications'>>;
export type Channel = Schemas['Channel'];
export type Contact = Schemas['Contact'];
export type ContactChanges = Schemas['ContactChanges'];
export type ContactList = Schemas['ContactList']['data'];
export type ContactRequest = Schemas['ContactRequest'];
export type CreatedWebhook = Schemas['CreatedWebhook'];
export type ErrorCode = Schemas['ErrorCode'];
export type Notification = Schemas['Notification'];
export type Recipient = Schemas['Recipient'];
export type SendRequest = Schemas['SendRequest'];
/** Events of any name with any payload. */
export type AnyEvents = Record<string, NonNullable<SendRequest['payload']>>;
/** A `SendRequest` with this payload. It may be absent if it has no required field. */
export type SendBody<Payload> = Omit<SendRequest, 'payload'> &
  (Partial<Payload> extends Payload ? { payload?: Payload } : { payload: Payload });
export type Webhook = Schemas['Webhook'];
export type WebhookChanges = Schemas['WebhookChanges'];
export type WebhookRequest = Schemas['WebhookRequest'];

/** The body of a webhook. `event` is its type. */
export type WebhookEvent = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];
