import { Client, Connection } from '@temporalio/client';

export interface TemporalOptions {
  address: string;
  namespace: string;
  tls: boolean;
  apiKey?: string;
}

/**
 * A client that connects when first used, so that a process starts also while Temporal is away. gRPC's own
 * waits between connection attempts grow to two minutes; ours stay short, for a restart takes seconds.
 */
export function createTemporalClient({ address, namespace, tls, apiKey }: TemporalOptions): Client {
  const connection = Connection.lazy({
    address,
    tls: tls || apiKey !== undefined,
    apiKey,
    connectTimeout: '3s',
    channelArgs: {
      'grpc.initial_reconnect_backoff_ms': 250,
      'grpc.min_reconnect_backoff_ms': 250,
      'grpc.max_reconnect_backoff_ms': 1000,
    },
  });
  return new Client({ connection, namespace });
}
