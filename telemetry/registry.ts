import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this process (docs/operations/metrics.md). A module registers its metrics when a role loads it. */
export const registry = new Registry();

/** Prefix of all metrics of ours. */
const PREFIX = 'heliograph_';

/** Creates a counter. By convention, its name ends with `_total`. */
export const counter = <L extends string = never>(
  name: string,
  help: string,
  labelNames: readonly L[] = [],
) => new Counter<L>({ name: PREFIX + name, help, labelNames, registers: [registry] });

/** Creates a histogram of seconds. By convention, its name ends with `_seconds`. */
export const seconds = <L extends string = never>(
  name: string,
  help: string,
  buckets: number[],
  labelNames: readonly L[] = [],
) => new Histogram<L>({ name: PREFIX + name, help, buckets, labelNames, registers: [registry] });

/** Creates a gauge whose values are set when they are read. */
export const readGauge = <L extends string = never>(
  name: string,
  help: string,
  labelNames: readonly L[],
  read: (gauge: Gauge<L>) => void,
) =>
  new Gauge<L>({
    name: PREFIX + name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      read(this);
    },
  });

/** Buckets of what usually takes milliseconds and must not take longer than half a minute. Seconds. */
export const CALL_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Buckets of waits that an outage makes long. Seconds. */
export const WAIT_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200];
