import type { components, operations, webhooks } from './openapi';

type Schemas = components['schemas'];

/** An object in which one of these fields is there. */
type WithOne<T, Names extends keyof T> = {
  [Name in Names]: T & { [Only in Name]-?: NonNullable<T[Only]> };
}[Names];

export type Accepted = Schemas['Accepted'];
/** The answer to an array of recipients. */
export type BatchAccepted = Schemas['Batch'];
/** The answer to a bulk send. */
export type BulkAnswer = Schemas['BulkAnswer'];
export type Channel = Schemas['Channel'];
/** Which of a recipient's notifications a cancel is for. */
export type CancelOptions = Omit<Schemas['CancelRequest'], 'to'>;
export type Contact = Schemas['Contact'];
export type ContactChanges = Schemas['ContactChanges'];
export type ContactList = Schemas['ContactList']['data'];
export type ContactRequest = WithOne<Schemas['ContactRequest'], 'email' | 'phone' | 'external_id'>;
/** A contact of a list: a text names one that exists, and an object is created or changed. */
export type ContactEntry = Schemas['ContactEntry'];
export type ContactTopicPage = Schemas['ContactTopicsAnswer'];
/** A segment with the number of its contacts. */
export type CountedSegment = Schemas['SegmentAnswer'];
export type CreatedWebhook = Schemas['CreatedWebhook'];
/** An event of the webhook endpoint with its body and its attempts. */
export type EndpointEvent = Schemas['WebhookEvent'];
/** An event of the endpoint in a list. */
export type EndpointEventLine = Schemas['WebhookEventLine'];
export type EndpointEventPage = Schemas['WebhookEventsAnswer'];
export type EndpointEventStatus = Schemas['WebhookEventStatus'];
export type ErrorCode = Schemas['ErrorCode'];
/** Filters of a list of notifications, all of which must fit. */
export type ListNotificationsOptions = NonNullable<operations['listNotifications']['parameters']['query']>;
export type Notification = Schemas['Notification'];
export type NotificationCancelled = Schemas['NotificationCancelled'];
export type NotificationFollowed = Schemas['NotificationFollowed'];
export type NotificationPage = Schemas['NotificationList'];
export type NotificationRetried = Schemas['NotificationRetried'];
export type Preferences = Schemas['Preferences'];
export type PreferencesRequest = Partial<Schemas['PreferencesInput']>;
/** A recipient. An object has at least one identifier, which the types of the OpenAPI document do not say. */
export type Recipient =
  | Schemas['RecipientText']
  | WithOne<
      Schemas['RecipientObject'],
      'email' | 'phone' | 'external_id' | 'slack' | 'telegram' | 'discord' | 'push_token' | 'push_tokens'
    >;
export type RedeliverRequest = Schemas['RedeliverRequest'];
export type Segment = Schemas['Segment'];
export type SegmentContactPage = Schemas['SegmentContactsAnswer'];
export type SegmentFilter = Schemas['SegmentFilter'];
export type SegmentPage = Schemas['SegmentsAnswer'];
export type SegmentRequest = Schemas['SegmentRequest'];
export type SegmentSize = Schemas['SegmentCount'];
export type SendRequest = Schemas['SendRequest'];
/** Events of any name with any payload. */
export type AnyEvents = Record<string, NonNullable<SendRequest['payload']>>;
/** A `SendRequest` with this payload. It may be absent if it has no required field. */
export type SendBody<Payload> = Omit<SendRequest, 'payload'> &
  (Partial<Payload> extends Payload ? { payload?: Payload } : { payload: Payload });
/** Which of a recipient's notifications a signal is for. */
export type SignalOptions = Omit<Schemas['SignalRequest'], 'to' | 'signal' | 'args'>;
export type Subscribed = Schemas['SubscribedAnswer'];
export type Topic = Schemas['Topic'];
export type TopicImport = Schemas['TopicImport'];
export type TopicImportPage = Schemas['TopicImportsAnswer'];
export type TopicPage = Schemas['TopicsAnswer'];
export type TopicRequest = Schemas['TopicRequest'];
export type TopicSubscription = Schemas['TopicSubscription'];
export type TopicSubscriptionPage = Schemas['TopicSubscriptionsAnswer'];
export type Unsubscribed = Schemas['UnsubscribedAnswer'];
export type Webhook = Schemas['Webhook'];
export type WebhookChanges = Schemas['WebhookChanges'];
export type WebhookRequest = Schemas['WebhookRequest'];

/** The body of a webhook. `event` is its type. */
export type WebhookEvent = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];
/** Type of a webhook event, for example `delivery.failed`. */
export type WebhookType = WebhookEvent['event'];
