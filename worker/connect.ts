import { setTimeout as sleep } from 'node:timers/promises';
import { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Config } from '../config';

export type TemporalSettings = Pick<
  Config,
  'TEMPORAL_ADDRESS' | 'TEMPORAL_TLS' | 'TEMPORAL_API_KEY' | 'TEMPORAL_COMPRESSION'
>;

/** Waits until Temporal answers, and logs each attempt. */
export async function connectTemporal(config: TemporalSettings, log: Logger): Promise<NativeConnection> {
  for (;;) {
    try {
      return await NativeConnection.connect({
        address: config.TEMPORAL_ADDRESS,
        tls: config.TEMPORAL_TLS || config.TEMPORAL_API_KEY !== undefined,
        apiKey: config.TEMPORAL_API_KEY,
        grpcCompression: { codec: config.TEMPORAL_COMPRESSION },
      });
    } catch (error) {
      log.warn({ err: error, address: config.TEMPORAL_ADDRESS }, 'Temporal does not answer; trying again');
      await sleep(2000);
    }
  }
}
