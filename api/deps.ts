import type mongoose from 'mongoose';
import type { Logger } from 'pino';
import type { ProviderTools } from '../channels/definition';
import type { NoticeMail } from '../channels/email/smtp/notice-mail';
import type { FaultPoint } from '../core/shared/fault-points';
import type { Vault } from '../core/shared/vault';
import type { Subnet } from '../core/access/subnets';
import type { AddressPolicy } from '../net/address-policy';
import type { DnsLookup } from '../net/dns-lookup';
import type { ResolveAll } from '../net/resolver/resolver';
import type { Renderer } from '../rendering/renderer';
import type { CachedReads } from '../store/cached';
import type { Store } from '../store/store';
import type { Dispatcher } from '../temporal/dispatcher';
import type { Waits } from '../process/waits';
import type { TemporalFacts } from '../temporal/inspect';
import type { SessionLimits } from './http/access/session-limits';
import type { OidcSettings } from './admin/oidc/settings';
import type { EncryptionCheck } from '../process/encryption-check';
import type { Health } from '../telemetry/health';
import type { RefuseKey } from './http/middleware/wrong-keys';

/** What the acceptance of a send works with, in the API and for the runs of schedules. */
export type SendDeps = Pick<
  ApiDeps,
  | 'store'
  | 'cached'
  | 'dispatcher'
  | 'vault'
  | 'log'
  | 'fault'
  | 'encryptionCheck'
  | 'backlogLimit'
  | 'backlogCountedEverySeconds'
>;

/** What the API works with. Created once per process, in api/start.ts. */
export interface ApiDeps {
  store: Store;
  cached: CachedReads;
  dispatcher: Dispatcher;
  renderer: Renderer;
  /** Names of the sequences in code. */
  sequences: readonly string[];
  log: Logger;
  /** Allows webhook endpoints on http: and loopback. */
  development: boolean;
  /** Resolves the hosts that people and settings name. */
  resolve: ResolveAll;
  /** Private networks that webhook endpoints may be in. */
  webhookSubnets: readonly Subnet[];
  /** Addresses that integrations may connect to. */
  integrationPolicy: AddressPolicy;
  /** Age at which a reservation without an answer counts as one of a dead process. Milliseconds. */
  takeoverAfterMs: number;
  /** Number of notifications that have not begun, beyond which an application's sends are refused. */
  backlogLimit: number;
  /** Time between two counts of the backlogs. Seconds. */
  backlogCountedEverySeconds: number;
  /** Maximum size of a file that is imported, bytes. */
  importMaxBytes: number;
  /** Bearer key of the admin routes. Without it, only stored admin keys are valid. */
  adminApiKey?: string;
  refuseKey: RefuseKey;
  /** Networks whose X-Forwarded-For names the client. */
  trustedProxies: readonly Subnet[];
  /** Public address of the production API. Absent: as requests say. */
  publicUrl?: string;
  /** Address below which links of messages lead to the service. Absent: it is not known. */
  linkUrl?: string;
  /** Called at points where a test may make the process die. */
  fault: (point: FaultPoint) => void;
  /** Seals the credentials of integrations, and other secrets. */
  vault: Vault;
  encryptionCheck: EncryptionCheck;
  /** Sends invitations. Null: there is no SMTP_URL. */
  noticeMail: NoticeMail | null;
  /** Address of the dashboard, for links that sign in. */
  dashboardUrl: string;
  /** Folder of the built dashboard. */
  dashboardFiles: string;
  /** Address of a notification's workflow in the Temporal UI, with `{id}` for its id. Null: there is no TEMPORAL_UI_URL. */
  workflowUrl: string | null;
  sessionLimits: SessionLimits;
  /** Sign-in by OpenID Connect. Null: it is not set up. */
  oidc: OidcSettings | null;
  /** Asks Temporal for what the service needs of it. */
  inspectTemporal: () => Promise<TemporalFacts>;
  /** Asks DNS for the records of senders. */
  dns: DnsLookup;
  /** Domain that bounces of SMTP come back to. Null: to the sender. */
  bounceDomain: string | null;
  /** SMTP server of the service. Null: there is none. */
  smtpUrl: string | null;
  /** Tools with which providers are opened to check credentials. */
  providerTools: ProviderTools;
  /** Connection on which the rate limits are counted. */
  connection: mongoose.Connection;
  /** Returns whether the unique indexes exist, without which nothing may be accepted. */
  isIndexed: () => boolean;
  /** Knows what goes on in this process, so that broadcasts make room for it. */
  waits: Pick<Waits, 'begin'>;
  /** What the API can use now, as it is known without a call. */
  health: () => Health;
}
