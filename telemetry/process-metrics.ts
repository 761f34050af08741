import { collectDefaultMetrics } from 'prom-client';
import { VERSION } from '../process/version';
import { readGauge, registry } from './registry';

/** Resolution at which the lag of the event loop is measured, milliseconds. */
const LAG_RESOLUTION_MS = 20;

/** Exports memory, processor time, garbage collection and event-loop lag of the process (`process_…`, `nodejs_…`). */
export function watchProcess(roles: string): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_RESOLUTION_MS });
  readGauge(
    'build_info',
    'Always 1, with the version and the roles of the process.',
    ['version', 'roles'],
    (gauge) => gauge.set({ version: VERSION, roles }, 1),
  );
}
