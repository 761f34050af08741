import { Client, type ClientInterceptors, Connection } from '@temporalio/client';
import type { PayloadCodec } from '@temporalio/common';
import type { TemporalServer } from './server';

export interface TemporalOptions {
  server: TemporalServer;
  /** What encrypts the payloads. */
  codec?: PayloadCodec;
  /** What traces the calls. */
  interceptors?: ClientInterceptors;
}

/**
 * Creates a client that connects when it is first used, so that a process also starts while Temporal is unreachable.
 * gRPC's own pauses between connection attempts grow to two minutes. These stay short, because a restart takes seconds.
 */
export function createTemporalClient({ server, codec, interceptors }: TemporalOptions): Client {
  const { address, namespace, tls, apiKey, metadata } = server;
  const connection = Connection.lazy({
    ...{ address, tls, apiKey, metadata },
    connectTimeout: '3s',
    channelArgs: {
      'grpc.initial_reconnect_backoff_ms': 250,
      'grpc.min_reconnect_backoff_ms': 250,
      'grpc.max_reconnect_backoff_ms': 1000,
    },
  });
  return new Client({
    connection,
    namespace,
    interceptors,
    dataConverter: codec && { payloadCodecs: [codec] },
  });
}
