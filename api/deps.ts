import type mongoose from 'mongoose';
import type { Logger } from 'pino';
import type { CachedReads } from '../store/cached';
import type { Store } from '../store/store';
import type { Dispatcher } from '../temporal/dispatcher';

/** What the API works with; made once per process, in api/server.ts. */
export interface ApiDeps {
  store: Store;
  cached: CachedReads;
  dispatcher: Dispatcher;
  log: Logger;
  /** Allows webhook endpoints on http: and loopback. */
  development: boolean;
  /** Age at which a reservation without an answer belongs to a process that died, milliseconds. */
  takeoverAfterMs: number;
  /** Notifications not yet begun past which an application's sends are refused. */
  backlogLimit: number;
  /** How often backlogs are counted, seconds. */
  backlogCountedEverySeconds: number;
  /** Bearer key of the admin routes; without one they refuse everything. */
  adminApiKey?: string;
  /** Called where a test may want the process to die. */
  fault: (point: FaultPoint) => void;
  /** The connection that the rate limits are counted over. */
  connection: mongoose.Connection;
  /** Whether MongoDB answers now. */
  ping: () => Promise<boolean>;
}

/** Places in a request where a crash matters. */
export type FaultPoint =
  'after-reserve' | 'after-quota' | 'after-contacts' | 'after-insert' | 'before-answer';
