import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProviderTools } from '../channels/tools';
import { loadConfig } from '../config';
import { createReturnAddresses } from '../core/receipts/return-address';
import { createVault } from '../core/shared/vault';
import { beginIndexes } from '../index-builds';
import { createLog } from '../log';
import { dieAt, endWhenBroken, keepMemoryFlat, onStopSignal } from '../process-lifecycle';
import { createRenderer } from '../rendering/renderer';
import { createCachedReads } from '../store/cached';
import { connectStore } from '../store/connection';
import { createStore } from '../store/store';
import { createTemporalClient } from '../temporal/client';
import { createDispatcher } from '../temporal/dispatcher';
import { createAdminApp, createApp } from './app';
import { watchBacklogs } from './sending/backlog';
import { startBounces } from './receipts/bounces/start';
import type { ApiDeps } from './deps';
import { listen } from './http/http-server';
import { limitWrongKeys } from './http/middleware/wrong-keys';

async function main(): Promise<void> {
  keepMemoryFlat();
  const config = loadConfig();
  const log = createLog('api', config.LOG_LEVEL);
  const connection = connectStore(config.MONGODB_URI, { warn: (message) => log.warn(message) });
  const store = createStore(connection.mongoose);
  const client = createTemporalClient({
    address: config.TEMPORAL_ADDRESS,
    namespace: config.TEMPORAL_NAMESPACE,
    tls: config.TEMPORAL_TLS,
    apiKey: config.TEMPORAL_API_KEY,
  });
  const dispatcher = createDispatcher({ client, store, taskQueue: config.TEMPORAL_TASK_QUEUE, log });
  const renderer = createRenderer({
    threads: config.RENDER_THREADS,
    budgetMs: config.RENDER_TIMEOUT_SECONDS * 1000,
    log,
  });
  let isIndexed = false;
  const deps: ApiDeps = {
    store,
    cached: createCachedReads(store),
    dispatcher,
    renderer,
    log,
    development: config.HELIOGRAPH_MODE === 'development',
    webhookSubnets: config.WEBHOOK_ALLOWED_SUBNETS,
    takeoverAfterMs: config.IDEMPOTENCY_TAKEOVER_SECONDS * 1000,
    backlogLimit: config.BACKLOG_LIMIT,
    backlogCountedEverySeconds: config.SWEEP_INTERVAL_SECONDS,
    adminApiKey: config.ADMIN_API_KEY,
    refuseKey: limitWrongKeys(config.API_WRONG_KEYS_PER_MINUTE),
    trustedProxies: config.API_TRUSTED_PROXIES,
    publicUrl: config.PUBLIC_URL,
    vault: createVault(config.ENCRYPTION_KEY),
    providerTools: createProviderTools({
      development: config.HELIOGRAPH_MODE === 'development',
      publicUrl: config.PUBLIC_URL,
      ehloName: config.SMTP_EHLO_NAME,
    }),
    connection: connection.mongoose,
    ping: connection.ping,
    isIndexed: () => isIndexed,
    fault: dieAt(config.HELIOGRAPH_FAULT),
  };
  const stopping = new AbortController();
  const indexes = connection.connected
    .then(() => beginIndexes(store, log, stopping.signal))
    .then(() => {
      isIndexed = true;
    });
  const backlogs = watchBacklogs(deps);
  indexes.catch((error: unknown) => log.error({ err: error }, 'the indexes could not be created'));

  const limits = {
    requestTimeoutMs: config.API_REQUEST_TIMEOUT_SECONDS * 1000,
    maxConnections: config.API_MAX_CONNECTIONS,
    maxConnectionsPerAddress: config.API_MAX_CONNECTIONS_PER_ADDRESS,
    trustedProxies: config.API_TRUSTED_PROXIES,
  };
  const { API_HOST: host, ADMIN_HOST } = config;
  const servers = await Promise.all([
    listen(createApp(deps, 'production'), { host, port: config.API_PORT, limits, log }),
    listen(createApp(deps, 'sandbox'), { host, port: config.API_SANDBOX_PORT, limits, log }),
    listen(createAdminApp(deps), { host: ADMIN_HOST, port: config.ADMIN_PORT, limits, log }),
  ]);
  const bounces = await startBounces(deps, {
    host: config.BOUNCE_HOST,
    port: config.BOUNCE_PORT,
    protocol: config.BOUNCE_PROTOCOL,
    addresses:
      config.BOUNCE_DOMAIN === undefined
        ? undefined
        : createReturnAddresses({ domain: config.BOUNCE_DOMAIN, keys: config.ENCRYPTION_KEY }),
  });
  const [production, sandbox, admin] = servers.map((server) => (server.address() as AddressInfo).port);
  log.info({ production, sandbox, admin, bounces: bounces?.port }, 'API listens');
  const end = (): void => void stop().then(() => process.exit());
  onStopSignal(end);
  endWhenBroken(log, end);
  await indexes;
  process.send?.({ type: 'ready', ports: { production, sandbox, admin, bounces: bounces?.port } });

  /** Answers the requests under way, then closes everything. */
  async function stop(): Promise<void> {
    await Promise.all([...servers.map(close), bounces?.close()]);
    backlogs.stop();
    stopping.abort();
    await Promise.all([dispatcher.close(), renderer.close()]);
    await connection.close();
    // Closed last, because its client may repeat a call after the deadline and throws if the connection is closed.
    await client.connection.close();
    log.info('API has stopped');
  }
}

/** Maximum time that a shutdown waits for requests under way. A cancel may take 10 s. */
const CLOSE_WITHIN_MS = 15_000;

/** Closes a server. It accepts no new connections, and each open one is closed after its request is answered. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const limit = setTimeout(() => server.closeAllConnections(), CLOSE_WITHIN_MS);
    server.prependListener('request', (_request, response: ServerResponse) =>
      response.setHeader('Connection', 'close'),
    );
    server.close(() => {
      clearInterval(idle);
      clearTimeout(limit);
      resolve();
    });
  });
}

main().catch((error: unknown) => {
  const { name, code, port, message } = error as {
    name?: string;
    code?: string;
    port?: number;
    message?: string;
  };
  if (code === 'EADDRINUSE')
    console.error(
      `Port ${port} is in use: stop what uses it, or set API_PORT, API_SANDBOX_PORT, ADMIN_PORT or BOUNCE_PORT.`,
    );
  else console.error(name === 'ConfigError' ? message : error);
  process.exit(1);
});
