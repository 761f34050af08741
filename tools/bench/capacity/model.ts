import type { Assumptions, Costs } from './costs';

/** What runs. */
export interface Deployment {
  apis: number;
  workers: number;
  temporalHosts: number;
  /** Shards of MongoDB, each with its primary on a host. */
  mongodbShards: number;
  historyShards: number;
  /** Partitions of the main task queue. */
  partitions: number;
  /** Connections that a worker has to the provider. */
  connections: number;
  /** Broadcasts that run at the same time: each runs in one worker. Null: there are only single sends. */
  broadcasts: number | null;
}

/** One of each, with the settings of docker-compose.yml. */
export const SMALLEST: Deployment = {
  ...{ apis: 1, workers: 1, temporalHosts: 1, mongodbShards: 1 },
  ...{ historyShards: 512, partitions: 1, connections: 10, broadcasts: null },
};

/** What a rate needs. Rates are for each second. */
export interface Needs {
  cores: Costs['cpuMs'] & { all: number };
  apis: number;
  workers: number;
  temporalHosts: number;
  mongodbShards: number;
  historyShards: number;
  partitions: number;
  /** Messages that are with the provider at the same time. */
  connections: number;
  broadcasts: number;
  reads: number;
  writes: number;
  actions: number;
  bytes: { stored: number; history: number; sent: number };
  /** Storage for what retention keeps, terabytes. */
  terabytes: { mongodb: number; temporal: number };
}

const DAY_SECONDS = 86_400;
const least = (value: number): number => Math.max(1, Math.ceil(value - 1e-9));

/** Returns what a rate of notifications a second needs. */
export function needsOf(rate: number, costs: Costs, assumed: Assumptions): Needs {
  const { use, cores: of } = assumed;
  const { api, worker, temporal, mongodb } = costs.cpuMs;
  const cores = (ms: number): number => (rate * ms) / 1000;
  const bytes = {
    stored: rate * costs.storedBytes * assumed.withIndexes,
    history: rate * costs.historyBytes,
    sent: rate * assumed.messageBytes,
  };
  const terabytes = (perSecond: number, days: number): number => (perSecond * DAY_SECONDS * days) / 1e12;
  return {
    cores: {
      ...{ api: cores(api), worker: cores(worker), temporal: cores(temporal), mongodb: cores(mongodb) },
      all: cores(api + worker + temporal + mongodb),
    },
    apis: least(cores(api) / (of.api * use)),
    workers: least(cores(worker) / (of.worker * use)),
    temporalHosts: least(cores(temporal) / (of.temporalHost * use)),
    mongodbShards: least(cores(mongodb) / (of.mongodbHost * use)),
    historyShards: least((rate * costs.shardUpdates * assumed.shardUpdateMs) / 1000 / use),
    partitions: least((rate * costs.workflowTasks) / assumed.partitionTasks / use),
    connections: least((rate * assumed.providerMs) / 1000),
    broadcasts: least(rate / (1000 / worker)),
    reads: rate * costs.reads,
    writes: rate * costs.writes,
    actions: rate * costs.actions,
    bytes,
    terabytes: {
      mongodb: terabytes(bytes.stored, assumed.keptDays),
      temporal: terabytes(bytes.history, assumed.historyDays),
    },
  };
}

/** A part of a deployment, and the notifications a second at which it is used up. */
export interface Saturation {
  part: string;
  perSecond: number;
}

/** Returns the parts, the one that is used up first in front. */
export function saturationOf(
  { broadcasts, ...deployment }: Deployment,
  costs: Costs,
  assumed: Assumptions,
): Saturation[] {
  const { cores } = assumed;
  const { api, worker, temporal, mongodb } = costs.cpuMs;
  const { apis, workers, temporalHosts, mongodbShards, historyShards, partitions, connections } = deployment;
  const parts: Record<string, number> = {
    'processor of the API': (apis * cores.api * 1000) / api,
    'processor of the workers': (workers * cores.worker * 1000) / worker,
    'processor of Temporal and its database': (temporalHosts * cores.temporalHost * 1000) / temporal,
    'processor of MongoDB': (mongodbShards * cores.mongodbHost * 1000) / mongodb,
    'history shards': (historyShards * 1000) / assumed.shardUpdateMs / costs.shardUpdates,
    'partitions of the main task queue': (partitions * assumed.partitionTasks) / costs.workflowTasks,
    "the application's quota, one document": 1000 / assumed.documentUpdateMs / costs.quotaUpdates,
    'connections to the provider': (workers * connections * 1000) / assumed.providerMs,
    ...(broadcasts !== null && { 'broadcasts, one thread each': (broadcasts * 1000) / worker }),
  };
  return Object.entries(parts)
    .filter(([, perSecond]) => Number.isFinite(perSecond))
    .map(([part, perSecond]) => ({ part, perSecond }))
    .sort((a, b) => a.perSecond - b.perSecond);
}

/** Returns the deployment that a rate needs. */
export const deploymentFor = (
  { apis, workers, temporalHosts, mongodbShards, historyShards, partitions, connections, broadcasts }: Needs,
  isBroadcast: boolean,
): Deployment => ({
  ...{ apis, workers, temporalHosts, mongodbShards, historyShards, partitions },
  connections: Math.ceil(connections / workers),
  broadcasts: isBroadcast ? broadcasts : null,
});
