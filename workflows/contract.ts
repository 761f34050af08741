import type { Channel, Environment } from '../core/shared/channels';
import type { Step } from '../core/events/definition';

/** Type of the failure of an activity whose notification is not in the database although nobody erased it. */
export const NOTIFICATION_MISSING = 'NOTIFICATION_MISSING';

/** Workflow types, as the Temporal UI shows them. */
export const WORKFLOWS = {
  notification: 'notification',
  webhook: 'webhook',
  webhookEndpoint: 'webhookEndpoint',
  erasure: 'erasure',
  sweep: 'sweep',
  retention: 'retention',
  tellOwner: 'tellOwner',
} as const;

/** Input of `notification`: ids and the pinned sequence, never an address, a name or the payload. */
export interface NotificationInput {
  notificationId: string;
  applicationId: string;
  environment: Environment;
  event: string;
  contactId: string | null;
  steps: Step[];
  /** The sequence in workflow code that runs instead of steps, by name; absent: the steps do. */
  code?: string;
  /** Channel of the first SEND where it was routed at acceptance, for the operator's eye. */
  firstChannel: Channel | null;
  /** The request named the channel: then no SEND falls back to another. Absent: it did not. */
  forced?: true;
  /** When the first step fell due, milliseconds since 1970. */
  dueAt: number;
  retryForMs: number;
  /** When the first step begins, milliseconds since 1970; absent: at once. */
  sendAt?: number;
  /** The integration in whose queue the first SEND waits; absent: the queue of all. */
  sendQueue?: string;
  /** Steps that an earlier run reached, where an operator has opened the notification again. */
  reached?: string[];
}

/** Input of `webhook`, which makes the first attempt at an event, or the first after somebody asked for it again. */
export interface WebhookInput {
  eventId: string;
  notificationId: string;
  /** Attempts made before this workflow began. */
  attemptsMade: number;
}

/** Input of `webhookEndpoint`, which tells an endpoint of the events that wait for it. */
export interface WebhookEndpointInput {
  endpointId: string;
  /** When the first of them is due, milliseconds since 1970. */
  at: number;
}

/** Input of `tellOwner`. */
export interface NotifyOwnerInput {
  endpointId: string;
}

/** Input of `erasure`. */
export interface ErasureInput {
  contactId: string;
}

/** Workflow id of what tells a webhook event first. */
export const webhookWorkflowId = (eventId: string): string => `webhook-${eventId}`;
export const webhookEndpointWorkflowId = (endpointId: string): string => `webhook-endpoint-${endpointId}`;
export const tellOwnerWorkflowId = (endpointId: string): string => `tell-owner-${endpointId}`;
export const erasureWorkflowId = (contactId: string): string => `erasure-${contactId}`;

/**
 * Id of a schedule, and the first part of the ids of its workflows: its workflow type with the prefix of the task
 * queues, for a namespace may have several.
 */
export const scheduleIdOf = (type: 'sweep' | 'retention', queuePrefix: string): string =>
  `${type}-${queuePrefix}`;

/**
 * What retention removes, in this order: a notification loses its content before it goes itself, and an array's
 * payload goes when none of its notifications has content.
 */
export const RETENTION_STEPS = [
  'content',
  'notifications',
  'batches',
  'webhook_deliveries',
  'digests',
  'reservations',
  'quotas',
  'rate_limits',
  'audit',
] as const;

export type RetentionStep = (typeof RETENTION_STEPS)[number];

/** Where a step of retention goes on: an application's id, and a time where the step walks. */
export interface RetentionCursor {
  applicationId: string;
  after: number;
}

/** Input of `retention`: empty at first, and where it goes on in a new history. */
export interface RetentionInput {
  step?: RetentionStep;
  from?: RetentionCursor | null;
  removed?: RetentionCounts;
  failed?: RetentionStep[];
}

/** How many documents each step dealt with. */
export type RetentionCounts = Partial<Record<RetentionStep, number>>;

/**
 * The task queues under one prefix: webhooks have their own, so that slow endpoints hold up no send, and so have the
 * drains of what waits for an endpoint, so that many dead endpoints hold up no first attempt.
 */
export const taskQueues = (prefix: string): { main: string; webhooks: string; drains: string } => ({
  main: prefix,
  webhooks: `${prefix}-webhooks`,
  drains: `${prefix}-webhook-drains`,
});

/**
 * The task queue of the sends of an integration with a rate: a queue's rate is the server's business, so it holds over
 * all workers, and what waits for it holds up nothing else.
 */
export const sendQueueOf = (prefix: string, integrationId: string): string =>
  `${prefix}-send-${integrationId}`;

/** Signal of `notification`: a receipt has come for a message whose delivery it waits for. */
export const RECEIPT = 'receipt';

/** Signal of `webhookEndpoint`, with the time at which an event is due: look then, or before. */
export const WAKE = 'wake';

/** Update of `notification` that answers when its first message has its outcome, for `Prefer: wait`. */
export const FIRST_OUTCOME = 'firstOutcome';
