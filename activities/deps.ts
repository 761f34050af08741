import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { ProviderRegistry } from '../channels/registry';
import type { RunRequest, RunResult } from '../core/schedules/run';
import type { FaultPoint } from '../core/shared/fault-points';
import type { Vault } from '../core/shared/vault';
import type { Renderer } from '../rendering/renderer';
import type { PlanPage } from '../store/broadcasts/page-plan';
import type { Store } from '../store/store';
import type { WebhookSender } from '../net/sender';
import type { NoticeMail } from '../channels/email/smtp/notice-mail';
import type { EndpointConcurrency } from '../net/endpoint-concurrency';
import type { Pace } from './deliver/pace';
import type { Waits } from '../process/waits';
import type { FirstAttempts } from './first-attempts';

/** Days that data is kept. The first two apply to applications that set none of their own. */
export interface KeepDays {
  notifications: number;
  content: number;
  webhookAttempts: number;
  audit: number;
  statistics: number;
  preferenceChanges: number;
  eventVersions: number;
}

/** Dependencies of the activities, created once per process in worker/start.ts. */
export interface ActivityDeps {
  store: Store;
  /** Decrypts what is encrypted in the database. */
  vault: Vault;
  providers: ProviderRegistry;
  renderer: Renderer;
  webhooks: WebhookSender;
  /** Limits the requests in flight to each endpoint. */
  endpointConcurrency: EndpointConcurrency;
  /** Knows which SENDs are quick. */
  pace: Pace;
  firstAttempts: FirstAttempts;
  /** Knows how long sends outside of broadcasts wait. */
  waits: Waits;
  /** Part of its time that a process gives broadcasts while it has other work: more than 0, at most 1. */
  broadcastShare: number;
  client: Client;
  log: Logger;
  /** Prefix of the task queues. */
  taskQueue: string;
  webhookBrand: string;
  /** Age after which the sweep starts a notification without a workflow, milliseconds. */
  sweepAfterMs: number;
  keepDays: KeepDays;
  /** How long an endpoint may only fail before it is switched off, milliseconds. */
  webhookDisableAfterMs: number;
  /** Public address of the production API, to which links of messages lead. Absent: messages have none. */
  linkUrl?: string;
  /** Domain whose mail the service receives. Null: there is none. */
  bounceDomain: string | null;
  /** Null: the service has no SMTP server. */
  noticeMail: NoticeMail | null;
  /** Accepts the recipients of a run of a schedule, as the API accepts those of a request. Throws if the run has to be tried again. */
  acceptRun: (run: RunRequest) => Promise<RunResult>;
  /** Does the next page of a job, as the API would. Returns whether there may be another one. */
  jobPage: (jobId: string) => Promise<{ more: boolean }>;
  /** Plans the recipients of a page of a broadcast, as the API would. */
  planPage: PlanPage;
  /** Aborted when this process shuts down. */
  stopping: AbortSignal;
  /** Called at points where a test may kill the process. */
  fault: (point: FaultPoint) => void;
}
