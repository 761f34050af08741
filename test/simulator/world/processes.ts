import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { createActivities } from '../../../activities';
import { createPace } from '../../../activities/deliver/pace';
import { createWaits } from '../../../process/waits';
import { createFirstAttempts } from '../../../activities/first-attempts';
import type { ProviderRegistry } from '../../../channels/registry';
import type { ApiDeps } from '../../../api/deps';
import { handlerOf } from '../../../api/http/serve';
import { publicRoutes } from '../../../api/routes';
import { createVault } from '../../../core/shared/vault';
import { createEndpointConcurrency } from '../../../net/endpoint-concurrency';
import type { WebhookSender } from '../../../net/sender';
import type { Renderer } from '../../../rendering/renderer';
import { createCachedReads } from '../../../store/cached';
import type { Store } from '../../../store/store';
import { createDispatcher } from '../../../temporal/dispatcher';
import type { Client } from '@temporalio/client';
import type { Worker } from '../engine/context';
import type { Process } from '../scheduler';

export interface Outside {
  client: Client;
  providers: ProviderRegistry;
  webhooks: WebhookSender;
  log: Logger;
}

const vault = createVault([]);
const renderer: Renderer = {
  message: (_application, { template }) => Promise.resolve({ subject: 'Hello', text: String(template.text) }),
  eventFile: () => Promise.reject(new Error('no event file is pushed here')),
  partFile: () => Promise.reject(new Error('no layout is pushed here')),
  close: () => Promise.resolve(),
};

/** An API process. */
export interface Api {
  process: Process;
  deps: ApiDeps;
  routes: Map<string, RequestHandler>;
  /** Ends the requests that are open when it dies. */
  open: Set<() => void>;
}

/** Assembles what api/start.ts does, as far as a request needs it. */
export function startApi(process: Process, store: Store, { client, log }: Outside): Api {
  const dispatcher = createDispatcher({ client, store, taskQueue: 'sim', log });
  const deps = {
    ...{ store, dispatcher, renderer, log, vault, development: false, takeoverAfterMs: 10_000 },
    ...{ cached: createCachedReads(store), backlogLimit: 100_000, backlogCountedEverySeconds: 60 },
    encryptionCheck: { state: () => 'right' },
    fault: () => undefined,
  } as unknown as ApiDeps;
  const routes = new Map<string, RequestHandler>(
    publicRoutes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, handlerOf(route, deps)]),
  );
  return { process, deps, routes, open: new Set() };
}

/** Assembles what worker/start.ts does, as far as the activities need it. */
export function startWorker(process: Process, store: Store, outside: Outside): Worker {
  const activities = createActivities({
    ...{
      pace: createPace(),
      firstAttempts: createFirstAttempts(),
      waits: createWaits(),
      broadcastShare: 1,
      store,
      vault,
      renderer,
    },
    ...outside,
    endpointConcurrency: createEndpointConcurrency({ atOnce: 10 }),
    ...{ taskQueue: 'sim', webhookBrand: 'Service', sweepAfterMs: 10_000, noticeMail: null },
    bounceDomain: null,
    keepDays: {
      notifications: 90,
      content: 30,
      webhookAttempts: 30,
      audit: 90,
      preferenceChanges: 1095,
      statistics: 90,
      eventVersions: 90,
    },
    webhookDisableAfterMs: 5 * 86_400_000,
    jobPage: async () => ({ more: false }),
    stopping: new AbortController().signal,
    planPage: () => Promise.reject(new Error('The simulator has no broadcasts.')),
    acceptRun: () => Promise.reject(new Error('The simulator has no schedules.')),
    fault: () => undefined,
  });
  return { process, activities: activities as unknown as Worker['activities'] };
}
