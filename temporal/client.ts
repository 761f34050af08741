import { Client, type ClientInterceptors, Connection } from '@temporalio/client';

export interface TemporalOptions {
  address: string;
  namespace: string;
  tls: boolean;
  apiKey?: string;
  /** What traces the calls. */
  interceptors?: ClientInterceptors;
}

/**
 * Creates a client that connects when it is first used, so that a process also starts while Temporal is unreachable.
 * gRPC's own pauses between connection attempts grow to two minutes. These stay short, because a restart takes seconds.
 */
export function createTemporalClient({
  address,
  namespace,
  tls,
  apiKey,
  interceptors,
}: TemporalOptions): Client {
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
  return new Client({ connection, namespace, interceptors });
}
