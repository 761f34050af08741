import type mongoose from 'mongoose';
import type { Logger } from 'pino';
import type { ProviderTools } from '../channels/definition';
import type { FaultPoint } from '../core/shared/fault-points';
import type { Vault } from '../core/shared/vault';
import type { Subnet } from '../core/access/subnets';
import type { Renderer } from '../rendering/renderer';
import type { CachedReads } from '../store/cached';
import type { Store } from '../store/store';
import type { Dispatcher } from '../temporal/dispatcher';
import type { RefuseKey } from './http/middleware/wrong-keys';

/** What the API works with; made once per process, in api/server.ts. */
export interface ApiDeps {
  store: Store;
  cached: CachedReads;
  dispatcher: Dispatcher;
  renderer: Renderer;
  log: Logger;
  /** Allows webhook endpoints on http: and loopback. */
  development: boolean;
  /** Networks that webhook endpoints may be in though they are not public. */
  webhookSubnets: readonly Subnet[];
  /** Age at which a reservation without an answer belongs to a process that died, milliseconds. */
  takeoverAfterMs: number;
  /** Notifications not yet begun past which an application's sends are refused. */
  backlogLimit: number;
  /** How often backlogs are counted, seconds. */
  backlogCountedEverySeconds: number;
  /** Bearer key of the admin routes; without one they refuse everything. */
  adminApiKey?: string;
  refuseKey: RefuseKey;
  /** Networks whose X-Forwarded-For says who the client is. */
  trustedProxies: readonly Subnet[];
  /** Address under which the production API is reached from outside; absent: as requests say. */
  publicUrl?: string;
  /** Called where a test may want the process to die. */
  fault: (point: FaultPoint) => void;
  /** Seals the credentials of integrations, and other secrets. */
  vault: Vault;
  /** What providers are opened with, to try credentials. */
  providerTools: ProviderTools;
  /** The connection that the rate limits are counted over. */
  connection: mongoose.Connection;
  /** Whether MongoDB answers now. */
  ping: () => Promise<boolean>;
  /** Whether the unique indexes are there, without which nothing may be accepted. */
  isIndexed: () => boolean;
}
