import type { CapturedMessage, SandboxReport } from '../core/sending/sandbox-ending';
import type { FailedFirst } from '../core/sending/failed-first';
import type { Channel, Environment } from '../core/shared/channels';
import type { Step } from '../core/sequences/steps';

/** Type of an activity's failure if its notification is not in the database and was not erased. */
export const NOTIFICATION_MISSING = 'NOTIFICATION_MISSING';
/** Type of the failure of a SEND whose notification has no room for another message. */
export const NOTIFICATION_FULL = 'NOTIFICATION_FULL';

/** The build ids of unversioned workers begin with it if their bundle has it: their runs need no patch for a first attempt in a task. */
export const UNMARKED_BUILD = 'unmarked-first-attempt';

/** Workflow types, as the Temporal UI shows them. */
export const WORKFLOWS = {
  notification: 'notification',
  webhook: 'webhook',
  webhookEndpoint: 'webhookEndpoint',
  erasure: 'erasure',
  sweep: 'sweep',
  retention: 'retention',
  tellOwner: 'tellOwner',
  sandboxReports: 'sandboxReports',
  scheduledSend: 'scheduledSend',
  releaseHeld: 'releaseHeld',
  job: 'job',
  broadcast: 'broadcast',
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
  /** Channel of the first SEND if it was routed at acceptance. Operators see it in the Temporal UI. */
  firstChannel: Channel | null;
  /** The request named the channel: then no SEND falls back to another. Absent: it did not. */
  forced?: true;
  /** When the first step fell due, milliseconds since 1970. */
  dueAt: number;
  retryForMs: number;
  /** When the first step begins, milliseconds since 1970; absent: at once. */
  sendAt?: number;
  /** Waits and digest windows are over at once; absent: they take their time. */
  skipWaits?: true;
  /** The integration in whose queue the first SEND waits; absent: the main queue. */
  sendQueue?: string;
  /** The failure of the first attempt, if that was made in a page of a broadcast. The first SEND begins with its second one. */
  failed?: FailedFirst;
  /** Steps that an earlier run reached, if an operator has reopened the notification. */
  reached?: string[];
}

/** Input of `webhook`, which makes the first attempt at an event, or the first of a redelivery. */
export interface WebhookInput {
  eventId: string;
  notificationId: string;
  /** Attempts made before this workflow began. */
  attemptsMade: number;
}

/** Input of `webhookEndpoint`, which delivers the events in an endpoint's queue. */
export interface WebhookEndpointInput {
  endpointId: string;
  /** When the first of them is due, milliseconds since 1970. */
  at: number;
}

/** Input of `tellOwner`. */
export interface NotifyOwnerInput {
  endpointId: string;
}

/** Input of `sandboxReports`: what follows on a message that sandbox has captured. */
export interface SandboxReportsInput extends CapturedMessage {
  reports: SandboxReport[];
}

/** Input of `erasure`. */
export interface ErasureInput {
  contactId: string;
  /** A run before this one has ended the first pass. Older workers make it again. */
  last?: boolean;
}

/** Input of `scheduledSend`: one run of a schedule. The schedule's document has its recipients and its payload. */
export interface ScheduledSendInput {
  scheduleId: string;
  /** A run that somebody asked for; absent: the Temporal Schedule started it at its time. */
  manual?: string;
}

/** Input of `releaseHeld`: a pause of an event or an integration that was resumed. */
export interface ReleaseHeldInput {
  applicationId: string;
  /** Id of the pause. */
  pause: string;
}

export const releaseWorkflowId = (pause: string): string => `release-${pause}`;

/** Input of `job`: something that is done with many notifications. Its document has all of it. */
export interface JobInput {
  jobId: string;
}

/** Input of `broadcast`: an event for an audience. Its document has all of it. */
export interface BroadcastInput {
  broadcastId: string;
}

/** Id of the workflow that makes the first attempt at a webhook event. */
export const webhookWorkflowId = (eventId: string): string => `webhook-${eventId}`;
export const webhookEndpointWorkflowId = (endpointId: string): string => `webhook-endpoint-${endpointId}`;
export const tellOwnerWorkflowId = (endpointId: string): string => `tell-owner-${endpointId}`;
export const sandboxReportsWorkflowId = (messageId: string): string => `sandbox-${messageId}`;
export const jobWorkflowId = (jobId: string): string => `job-${jobId}`;
export const broadcastWorkflowId = (broadcastId: string): string => `broadcast-${broadcastId}`;
export const erasureWorkflowId = (contactId: string): string => `erasure-${contactId}`;

/**
 * Id of a schedule, and the first part of the ids of its workflows: the workflow type with the prefix of the task queues,
 * because a namespace may have several installations.
 */
export const scheduleIdOf = (type: 'sweep' | 'retention', queuePrefix: string): string =>
  `${type}-${queuePrefix}`;

/** Id of the Temporal Schedule of a schedule of an application, and the first part of the ids of its runs. */
export const recurringId = (queuePrefix: string, scheduleId: string): string =>
  `recurring-${queuePrefix}-${scheduleId}`;

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

/** Where a step of retention continues: an application's id and, if the step has positions, a time. */
export interface RetentionCursor {
  applicationId: string;
  after: number;
}

/** Input of `retention`: empty at first; in a new history, where it continues. */
export interface RetentionInput {
  step?: RetentionStep;
  from?: RetentionCursor | null;
  removed?: RetentionCounts;
  failed?: RetentionStep[];
}

/** How many documents each step dealt with. */
export type RetentionCounts = Partial<Record<RetentionStep, number>>;

/**
 * The task queues under one prefix. Webhooks have their own, so that slow endpoints delay no send. The drains of endpoints'
 * queues have their own, so that many endpoints that do not answer delay no first attempt. Pages of broadcasts have their own,
 * so that they take no place of other sends.
 */
export const taskQueues = (prefix: string) => ({
  main: prefix,
  webhooks: `${prefix}-webhooks`,
  drains: `${prefix}-webhook-drains`,
  broadcasts: `${prefix}-broadcasts`,
});

/**
 * The task queue of the sends of an integration with a rate. Temporal limits the rate of the queue, so it holds over all
 * workers, and a send that waits for it delays no other.
 */
export const sendQueueOf = (prefix: string, integrationId: string): string =>
  `${prefix}-send-${integrationId}`;

/** Signal of `notification`: a receipt of the message that it waits for has come. */
export const RECEIPT = 'receipt';

/** Signal of `notification`, with the id of a pause that has held it and is over, or releases it. */
export const HOLD_RELEASED = 'holdReleased';

/** Signal of `webhookEndpoint`, with the time at which an event is due, milliseconds since 1970. */
export const WAKE = 'wake';

/** Signal of `job` and `broadcast`: it runs, so there may be another page, even if it was being stopped. */
export const CONTINUE = 'continue';

/** Update of `notification` that returns when its first message has its outcome, for `Prefer: wait`. */
export const FIRST_OUTCOME = 'firstOutcome';
