import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@temporalio/client';
import { createProviderTools, integrationPolicy } from '../channels/tools';
import { createReturnAddresses } from '../core/receipts/return-address';
import { linkUrlOf } from '../process/config/link-url';
import { dieAt } from '../process/lifecycle';
import { createDnsLookup } from '../net/dns-lookup';
import type { ProcessResources } from '../process/resources';
import type { Role } from '../process/run';
import { createCachedReads } from '../store/cached';
import { createDispatcher } from '../temporal/dispatcher';
import { inspectTemporal } from '../temporal/inspect';
import { createAdminApp, createApp } from './app';
import { watchBacklogs } from './sending/backlog';
import { watchHealth } from '../telemetry/dependency-metrics';
import type { Health } from '../telemetry/health';
import { builtDashboard } from './dashboard/files';
import { workflowUrlOf } from './dashboard/workflow-url';
import { startBounces } from './receipts/bounces/start';
import { createSessionLimits } from './http/access/session-limits';
import { oidcSettingsOf } from './admin/oidc/settings';
import type { ApiDeps } from './deps';
import { listen } from './http/http-server';
import { limitWrongKeys } from './http/middleware/wrong-keys';

export interface ApiOptions {
  /** Returns a client whose starts a worker of this process begins at once, undefined while there is none. */
  eagerClient?: () => Client | undefined;
}

/** Starts the API. Resolves after it listens, which does not wait for MongoDB or Temporal. */
export async function startApi(resources: ProcessResources, { eagerClient }: ApiOptions = {}): Promise<Role> {
  const { config, log, store, storeConnection, client, renderer, vault, noticeMail, indexed } = resources;
  const { resolve, encryptionCheck } = resources;
  const development = config.HELIOGRAPH_MODE === 'development';
  const dispatcher = createDispatcher({
    ...{ client, eagerClient, store, log },
    taskQueue: config.TEMPORAL_TASK_QUEUE,
  });
  const dashboardUrl = config.DASHBOARD_URL ?? `http://127.0.0.1:${config.ADMIN_PORT}/dashboard`;
  let isIndexed = false;
  const health = (): Health => {
    const mongodb = isIndexed && storeConnection.isReachable();
    const key = encryptionCheck.health();
    const ready = mongodb && key.encryption_key !== false;
    return { ready, mongodb, temporal: dispatcher.isReachable(), ...key };
  };
  watchHealth('api', health);
  const deps: ApiDeps = {
    store,
    cached: createCachedReads(store),
    dispatcher,
    renderer,
    sequences: resources.extensions.known.names,
    log,
    development,
    resolve,
    webhookSubnets: config.WEBHOOK_ALLOWED_SUBNETS,
    integrationPolicy: integrationPolicy(development, config.INTEGRATION_ALLOWED_SUBNETS),
    takeoverAfterMs: config.IDEMPOTENCY_TAKEOVER_SECONDS * 1000,
    backlogLimit: config.BACKLOG_LIMIT,
    importMaxBytes: config.IMPORT_MAX_MEGABYTES * 1024 * 1024,
    backlogCountedEverySeconds: config.SWEEP_INTERVAL_SECONDS,
    adminApiKey: config.ADMIN_API_KEY,
    refuseKey: limitWrongKeys(config.API_WRONG_KEYS_PER_MINUTE),
    trustedProxies: config.API_TRUSTED_PROXIES,
    publicUrl: config.PUBLIC_URL,
    linkUrl: linkUrlOf(config),
    vault,
    encryptionCheck,
    noticeMail,
    dashboardUrl,
    dashboardFiles: config.DASHBOARD_FILES ?? builtDashboard(),
    workflowUrl: workflowUrlOf(config),
    sessionLimits: createSessionLimits(config.SESSION_IDLE_HOURS, config.SESSION_MAX_HOURS),
    inspectTemporal: () => inspectTemporal(client, config.TEMPORAL_TASK_QUEUE),
    dns: createDnsLookup(config.DNS_SERVERS),
    bounceDomain: config.BOUNCE_DOMAIN ?? null,
    smtpUrl: config.SMTP_URL ?? null,
    oidc: oidcSettingsOf(config, dashboardUrl),
    providerTools: createProviderTools({
      ...{ development, resolve, integrationSubnets: config.INTEGRATION_ALLOWED_SUBNETS },
      publicUrl: config.PUBLIC_URL,
      ehloName: config.SMTP_EHLO_NAME,
      optWords: { stop: config.OPT_OUT_WORDS, start: config.OPT_IN_WORDS },
    }),
    connection: storeConnection.mongoose,
    isIndexed: () => isIndexed,
    health,
    waits: resources.waits,
    fault: dieAt(config.HELIOGRAPH_FAULT),
  };
  const usable = indexed.then(() => {
    isIndexed = true;
  });
  // Whoever waits for `ready` learns of it.
  usable.catch(() => undefined);
  const backlogs = watchBacklogs(deps);

  const limits = {
    requestTimeoutMs: config.API_REQUEST_TIMEOUT_SECONDS * 1000,
    responseTimeoutMs: config.API_RESPONSE_TIMEOUT_SECONDS * 1000,
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
  const ports = { production, sandbox, admin, bounces: bounces?.port };
  log.info(ports, 'API listens');
  return {
    ready: usable.then(() => ({ ports })),
    name: 'api',
    ended: new Promise(() => undefined),
    health,
    /** Answers the requests under way. */
    stop: async () => {
      await Promise.all([...servers.map(close), bounces?.close()]);
      backlogs.stop();
      await dispatcher.close();
      log.info('API has stopped');
    },
  };
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
