import { setTimeout as sleep } from 'node:timers/promises';
import { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Config } from '../process/config';
import type { TemporalServer } from '../temporal/server';

/** Waits until Temporal answers, and logs each attempt. */
export async function connectTemporal(
  { address, tls, apiKey, metadata }: Omit<TemporalServer, 'namespace'>,
  compression: Config['TEMPORAL_COMPRESSION'],
  log: Logger,
): Promise<NativeConnection> {
  const how = {
    address,
    tls: tls !== false,
    clientCertificate: typeof tls === 'object' && tls?.clientCertPair !== undefined,
    apiKey: apiKey !== undefined,
  };
  for (;;) {
    try {
      return await NativeConnection.connect({
        ...{ address, tls, apiKey, metadata },
        grpcCompression: { codec: compression },
      });
    } catch (error) {
      log.warn(
        { err: error, ...how },
        'Temporal does not answer; trying again. If this persists, check TEMPORAL_ADDRESS, TEMPORAL_TLS and its certificates, and TEMPORAL_API_KEY',
      );
      await sleep(2000);
    }
  }
}
