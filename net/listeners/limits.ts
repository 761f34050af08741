import type { Subnet } from '../../core/access/subnets';

export interface ListenerLimits {
  /** Within this time the whole request must have arrived. Headers have 15 s of it. */
  requestTimeoutMs: number;
  /** Within this time, an answer that has begun must be sent, or make progress. Then its connection is closed. */
  responseTimeoutMs: number;
  maxConnections: number;
  maxConnectionsPerAddress: number;
  /** Connections from these networks have no limit per address. */
  trustedProxies: readonly Subnet[];
}

/**
 * Bytes that give a client as much time again: for a streamed body (REQUEST-16), and for a response (REQUEST-20). Fewer are no
 * better than a connection that is held open.
 */
export const PROGRESS_BYTES = 1024 * 1024;

/** What a listener for the operator's own programs needs. Those are few. */
export const PRIVATE_LIMITS: ListenerLimits = {
  requestTimeoutMs: 5000,
  responseTimeoutMs: 30_000,
  maxConnections: 100,
  maxConnectionsPerAddress: 50,
  trustedProxies: [],
};

/**
 * Connections that the kernel holds until the process accepts them. Node accepts one in each turn of its event loop, and
 * takes 511, so that in a flood a client's own waits seconds for its SYN to be repeated. Linux takes `somaxconn` at most,
 * 4,096 by default.
 */
export const BACKLOG = 4096;
