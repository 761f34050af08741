import type { z } from 'zod';
import type { AdminRole } from '../access/admin-roles';
import type { updateApplicationBody } from './admin';
import type { Channel, Environment } from '../shared/channels';
import type { KeyScope } from '../access/key-scopes';
import type { SuppressibleChannel, SuppressionReason } from '../receipts/suppression';

type ApplicationSettings = Required<z.output<typeof updateApplicationBody>>;

/** An application in answers of the admin routes, with its settings as in their schema. */
export interface Application extends Omit<ApplicationSettings, 'delivered_channels'> {
  id: string;
  name: string;
  /** Channels whose receipts raise `delivery.delivered`. */
  delivered_channels: Channel[];
  created_at: string;
}

export interface ApiKey {
  id: string;
  prefix: string;
  environment: Environment;
  label: string | null;
  /** Requests per second; null: the service's setting. */
  rate_limit: number | null;
  scopes: readonly KeyScope[];
  expires_at: string | null;
  /** Up to a minute old. */
  last_used_at: string | null;
  created_at: string;
  revoked_at: string | null;
}

export interface AdminKey {
  id: string;
  name: string;
  role: AdminRole;
  prefix: string;
  created_at: string;
  expires_at: string | null;
  /** Up to a minute old. */
  last_used_at: string | null;
  /** When the key before the last rotation expires; null: there was no rotation. */
  previous_until: string | null;
  revoked_at: string | null;
}

/** A change over the admin routes. */
export interface AuditRecord {
  id: string;
  at: string;
  by: { id: string; name: string; role: AdminRole };
  address: string;
  request_id: string;
  action: string;
  path: string;
  about: string[];
  outcome: 'done' | 'refused' | 'failed' | 'unknown';
  code: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface Suppression {
  id: string;
  environment: Environment;
  channel: SuppressibleChannel;
  /** Null once its contact was erased. */
  address: string | null;
  reason: SuppressionReason;
  detail: string | null;
  notification_id: string | null;
  created_at: string;
}

export interface Integration {
  id: string;
  channel: Channel;
  provider: string;
  name: string;
  priority: number;
  /** Messages per second; null: no limit. */
  per_second: number | null;
  settings: Record<string, string | number | boolean>;
  /** Names of the credentials, which are never shown. */
  secrets: string[];
  /** URL of its callbacks, or only the path if the service does not know its own address; absent: it has no callbacks. */
  receipts_url?: string;
  health: { state: 'ok' | 'failing' | 'resting'; failures?: number; code?: string; until?: string };
  created_at: string;
  updated_at: string;
}

export interface ProviderDescription {
  name: string;
  channels: readonly Channel[];
  settings: { name: string; description: string; secret: boolean; required: boolean }[];
}

export interface EventSummary {
  name: string;
  channels: Channel[];
  languages: string[];
  steps: { type: string; name: string }[];
  updated_at: string;
}

/** A notification as operators see it. */
export interface NotificationDetails {
  id: string;
  event: string;
  application_id: string;
  environment: Environment;
  contact: { email: string | null; name: string | null };
  /** Null: it goes to a Slack channel. */
  contact_id: string | null;
  status: string;
  started_at: string;
  completed_at: string | null;
  send_at?: string;
  digested_into?: string;
  /** Why it failed, if no message says so. */
  failure: string | null;
  retry_of: string | null;
  retried_as: string | null;
  /** Details of its workflow while it is open; null: Temporal or a worker did not answer in time. */
  details: string | null;
  /** Set while the workflow task fails. */
  task_failing: { since: string | null; attempt: number; error: string | null } | null;
  messages: MessageDetails[];
  webhooks: { id: string; type: string; status: string; attempts: unknown[] }[];
}

/** A notification as a list shows it. */
export interface NotificationLine {
  id: string;
  event: string;
  status: string;
  started_at: string;
  messages: ({ channel: Channel; status: string; error_code: string | null } & MadeBy)[];
  retry_of: string | null;
  retried_as: string | null;
}

/** One page of a retry of many. In a dry run no entry has an `id`. */
export interface RetryPage {
  retried: { id?: string; retry_of: string; event: string; started_at: string }[];
  refused: { id: string; code: string; error: string }[];
  /** Retried earlier. */
  skipped: number;
  /** Cursor of the next page; null: there is none. */
  next: string | null;
}

export interface MessageDetails {
  id: string;
  step: string;
  channel: Channel;
  status: string;
  address: string | null;
  provider: string | null;
  provider_message_id: string | null;
  sent_at: string | null;
  delivered_at: string | null;
  error: string | null;
  /** Copies that were not sent; absent: none. */
  copies_left_out?: { kind: string; address: string; reason: string }[];
  attempts: AttemptDetails[];
  /** What its provider reported later. */
  receipts: { at: string; kind: string; detail: string | null }[];
  /** Null before the first attempt, and after its retention. */
  rendered: RenderedDetails | null;
}

/** The content of a message. Null or absent: its channel or its templates do not have it. */
export interface RenderedDetails {
  subject?: string | null;
  html?: string | null;
  text?: string | null;
  from?: string | null;
  language: string;
}

/** The provider of an attempt. */
export interface MadeBy {
  provider: string | null;
  /** Id of the integration, or `service_smtp`, `push` or `sandbox`. */
  provider_id: string | null;
  /** The integration's name; null: there is none, or it was removed. */
  integration: string | null;
}

export interface AttemptDetails extends MadeBy {
  at: string;
  duration_ms: number;
  outcome: string;
  code: string | null;
  response: string | null;
}

/** The webhook endpoint of an application as operators see it. */
export interface WebhookEndpoint {
  uuid: string;
  application_id: string;
  environment: Environment;
  url: string;
  enabled_events: string[];
  is_active: boolean;
  description: string;
  owner_email: string | null;
  failing_since: string | null;
  /** Null: it is enabled, or its owner or an operator disabled it. */
  switched_off: { at: string; failing_since: string; owner_told: string } | null;
  /** Null: its secret is not being rotated. */
  previous_secret_until: string | null;
  created_at: string;
  updated_at: string;
}

/** A webhook event as a list shows it. */
export interface WebhookEventLine {
  id: string;
  type: string;
  status: string;
  /** Null: it is a test event. */
  notification_id: string | null;
  test: boolean;
  created_at: string;
  redelivered_at: string | null;
  redelivered_by: 'owner' | 'operator' | null;
  attempt_count: number;
  last_attempt: { at: string; status: number | null; error: string | null } | null;
}

export interface WebhookEventDetails extends WebhookEventLine {
  body: string;
  attempts: WebhookAttemptDetails[];
}

/** One request to the endpoint. `url` and `headers` are null in documents of older versions. */
export interface WebhookAttemptDetails {
  id: string;
  at: string;
  /** Null: nothing is recorded. */
  duration_ms: number | null;
  status: number | null;
  error: string | null;
  /** The message of the error. */
  error_detail: string | null;
  url: string | null;
  headers: Record<string, string> | null;
  /** The beginning of the answer's body. */
  answer: string | null;
}

/** The result of sealing one page of texts with the first key. `next` is the next page. */
export interface ResealPage {
  resealed: Record<string, number>;
  unopened: { kind: string; id: string }[];
  next: { part: string; after: string } | null;
}
