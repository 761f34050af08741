import type { Logger } from 'pino';
import { type Config, loadConfig } from './config';
import { createLog } from './log';
import { endWhenBroken, keepMemoryFlat, onStopSignal } from './lifecycle';
import type { Health } from '../telemetry/health';
import { listenForMetrics, type MetricsListener } from './metrics-listener';
import type { Tracing } from '../telemetry/start-tracing';
import { watchProcess } from '../telemetry/process-metrics';
import { useExtensions } from './extensions/use';
import { openResources, type ProcessResources } from './resources';

/** A part of the service that runs in a process: the API or the worker. */
export interface Role {
  name: 'api' | 'worker';
  /** Resolves after the role does its work, with what the process reports to its parent. Rejects if the role cannot start. */
  ready: Promise<object>;
  /** Rejects if the role fails later. */
  ended: Promise<void>;
  /** Takes no new work and finishes what runs. It may be called before `ready`. */
  stop: () => Promise<void>;
  /** What the role can use now, as it is known without a call. */
  health: () => Health;
}

/** Errors that are printed without a stack. */
const FOR_OPERATORS = [
  'ConfigError',
  'ExtensionError',
  'MissingSearchAttributesError',
  'WorkflowImportError',
];

/**
 * Runs a process of the service until a signal or an uncaught error ends it. `begin` starts its roles and returns them in the
 * order in which they stop. If one of them fails, the process ends with exit code 1.
 */
export function runProcess(name: string, begin: (resources: ProcessResources) => Promise<Role[]>): void {
  run(name, begin).catch(fail);
}

async function run(name: string, begin: (resources: ProcessResources) => Promise<Role[]>): Promise<void> {
  keepMemoryFlat();
  let stop = (): void => process.exit();
  onStopSignal(() => stop());
  const config = loadConfig();
  const log = createLog(name, config.LOG_LEVEL);
  endWhenBroken(log, () => stop());
  const extensions = await useExtensions(config.HELIOGRAPH_EXTENSIONS, log);
  const tracing = isTraced(config)
    ? await loadTracing(name === 'heliograph' ? name : `heliograph-${name}`)
    : null;
  const resources = openResources(config, { log, tracing, extensions });
  const roles: Role[] = [];
  const metrics = await serveMetrics(config, log, name, roles);
  roles.push(...(await begin(resources)));
  const end = async (): Promise<void> => {
    // From here on /readyz says that the process is not ready.
    for (const role of roles.splice(0)) await role.stop();
    metrics.close();
    await resources.close();
    process.exit();
  };
  stop = () => void end().catch(fail);
  const report = async (): Promise<void> => {
    const ready = await Promise.all(roles.map((role) => role.ready));
    process.send?.(Object.assign({ type: 'ready', metricsPort: metrics.port }, ...ready));
  };
  await Promise.all([report(), ...roles.map((role) => role.ended)]);
}

const isTraced = (config: Config): boolean =>
  (config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;

/** Loads what traces. A process without it loads none of it. */
async function loadTracing(serviceName: string): Promise<Tracing> {
  const { startTracing } = await import('../telemetry/start-tracing.js');
  return startTracing(serviceName);
}

/** Serves the metrics and the probes of the process. No role has begun yet. */
async function serveMetrics(
  config: Config,
  log: Logger,
  name: string,
  roles: Role[],
): Promise<MetricsListener> {
  const isWorker = name === 'worker' || (name !== 'api' && !config.HELIOGRAPH_ROLES.includes('api'));
  const setting = isWorker ? 'WORKER_METRICS_PORT' : 'METRICS_PORT';
  watchProcess(name === 'heliograph' ? config.HELIOGRAPH_ROLES.join() : name);
  const listener = await listenForMetrics({
    ...{ host: config.METRICS_HOST, port: config[setting], setting, log },
    health: () => Object.fromEntries(roles.map((role) => [role.name, role.health()])),
  });
  if (listener.port !== undefined)
    log.info({ host: config.METRICS_HOST, port: listener.port }, 'metrics and probes are served');
  return listener;
}

function fail(error: unknown): void {
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
  else console.error(name !== undefined && FOR_OPERATORS.includes(name) ? message : error);
  process.exit(1);
}
