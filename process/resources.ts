import type { Client } from '@temporalio/client';
import type { PayloadCodec } from '@temporalio/common';
import type { Logger } from 'pino';
import { createNoticeMail, type NoticeMail } from '../channels/email/smtp/notice-mail';
import type { Config } from './config';
import { createVault, type Vault } from '../core/shared/vault';
import { createEncryptionCheck, type EncryptionCheck } from './encryption-check';
import type { Extensions } from './extensions/load';
import { beginIndexes } from './index-builds';
import { openDialer } from '../net/dialer';
import { createResolver, type ResolveAll } from '../net/resolver/resolver';
import { createRenderer, type Renderer } from '../rendering/renderer';
import { connectStore, type StoreConnection } from '../store/connection';
import { createStore, type Store } from '../store/store';
import type { Tracing } from '../telemetry/start-tracing';
import { flushRegularly } from '../store/statistics/flush-regularly';
import { createTemporalClient } from '../temporal/client';
import { createPayloadCodec } from '../temporal/payload-codec';
import { createWaits, type Waits } from './waits';

/** What all roles of a process share. */
export interface ProcessResources {
  config: Config;
  log: Logger;
  /** What the installation adds to the service. */
  extensions: Extensions;
  storeConnection: StoreConnection;
  store: Store;
  /** Connects when it is first used. */
  client: Client;
  renderer: Renderer;
  vault: Vault;
  encryptionCheck: EncryptionCheck;
  /** Undefined: payloads in Temporal's histories are not encrypted. */
  codec: PayloadCodec | undefined;
  /** Null: traces are off. */
  tracing: Tracing | null;
  /** Knows what goes on outside of broadcasts, in all roles of the process. */
  waits: Waits;
  /** Resolves the hosts that people and settings name. */
  resolve: ResolveAll;
  /** Null: there is no SMTP_URL. */
  noticeMail: NoticeMail | null;
  /** Resolves after MongoDB has answered, the unique indexes are built and ENCRYPTION_KEY is checked. */
  indexed: Promise<void>;
  /** Closes all of them. The roles have stopped before. */
  close: () => Promise<void>;
}

/** Opens the resources of a process. It waits for no server, so a process also starts while MongoDB or Temporal is away. */
export function openResources(
  config: Config,
  { log, tracing, extensions }: Pick<ProcessResources, 'log' | 'tracing' | 'extensions'>,
): ProcessResources {
  const storeConnection = connectStore(config.MONGODB_URI, {
    poolSize: config.MONGODB_POOL_SIZE,
    warn: (message) => log.warn(message),
  });
  const store = createStore(storeConnection.mongoose);
  const codec = createPayloadCodec(config.TEMPORAL_ENCRYPTION_KEY);
  const client = createTemporalClient({ server: config.temporal, codec, interceptors: tracing?.client });
  const renderer = createRenderer({
    threads: config.RENDER_THREADS,
    budgetMs: config.RENDER_TIMEOUT_SECONDS * 1000,
    sequences: extensions.known,
    log,
  });
  const resolve = createResolver({ servers: config.LOOKUP_DNS_SERVERS });
  const noticeMail = createNoticeMail({
    url: config.SMTP_URL,
    allowPlaintext: config.SMTP_ALLOW_PLAINTEXT,
    ehloName: config.SMTP_EHLO_NAME,
    from: config.NOTICE_FROM,
    dialer: openDialer(resolve),
  });
  const flushing = flushRegularly(store.statistics, (error) => {
    log.debug({ err: error }, 'the statistics could not be stored and are kept in memory');
  });
  const closing = new AbortController();
  const encryptionCheck = createEncryptionCheck({ store, vault: createVault(config.ENCRYPTION_KEY), log });
  const indexed = storeConnection.connected
    .then(() => beginIndexes(store, log, closing.signal))
    .then(() => encryptionCheck.begin(closing.signal));
  indexed.catch((error: unknown) => log.error({ err: error }, 'the indexes could not be created'));
  return {
    ...{
      config,
      log,
      extensions,
      storeConnection,
      store,
      client,
      renderer,
      noticeMail,
      indexed,
      tracing,
      codec,
    },
    waits: createWaits(),
    ...{ resolve, encryptionCheck, vault: encryptionCheck.vault },
    close: async () => {
      closing.abort();
      await Promise.all([renderer.close(), noticeMail?.provider.close(), flushing.end()]);
      await storeConnection.close();
      await tracing?.close();
      // Closed last, because the client may repeat a call after its deadline and throws if the connection is closed.
      await client.connection.close();
    },
  };
}
