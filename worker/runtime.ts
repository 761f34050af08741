import { DefaultLogger, Runtime, type RuntimeOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import { freeLoopbackPort, sdkMetricsAt } from '../telemetry/sdk-metrics';

/** Another process may take a port after it was found free. */
const TRIES = 3;

/** Installs Temporal's native runtime. Its exporter of metrics takes an address only, so it gets a free port of loopback. */
export async function installRuntime(log: Logger): Promise<void> {
  const options: RuntimeOptions = {
    // Otherwise the SDK shuts its workers down by itself, and a second shutdown fails: the process would end at once.
    shutdownSignals: [],
    logger: new DefaultLogger('WARN', ({ level, message, meta }) =>
      (level === 'ERROR' ? log.error : log.warn).call(log, { ...meta }, message),
    ),
  };
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const bindAddress = `127.0.0.1:${await freeLoopbackPort()}`;
    try {
      Runtime.install({
        ...options,
        telemetryOptions: {
          metrics: {
            attachServiceName: false,
            prometheus: {
              bindAddress,
              countersTotalSuffix: true,
              unitSuffix: true,
              useSecondsForDurations: true,
            },
          },
        },
      });
      return sdkMetricsAt(bindAddress);
    } catch (error) {
      log.warn(
        { err: error, bindAddress },
        "the metrics of Temporal's SDK cannot be served there; trying again",
      );
    }
  }
  Runtime.install(options);
}
