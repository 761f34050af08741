import { type Connection, ConnectionStates } from 'mongoose';

/**
 * Follows whether a server that takes writes can be reached, from what the driver reports anyway. Its monitor asks each server
 * every five seconds. A use that gets no connection is known at once; the driver does not count it against the server.
 */
export function followReachability(connection: Connection) {
  let isRefused = false;
  return {
    isReachable: (): boolean => connection.readyState === ConnectionStates.connected && !isRefused,
    /** To be called after the connection was opened. */
    opened: (): void => {
      connection
        .getClient()
        .on('connectionCheckOutFailed', ({ reason }) => {
          if (reason === 'connectionError') isRefused = true;
        })
        .on('connectionReady', () => (isRefused = false))
        .on('serverHeartbeatSucceeded', () => (isRefused = false));
    },
  };
}
