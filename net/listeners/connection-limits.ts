import type { Server, Socket } from 'node:net';
import type { Logger } from 'pino';
import { clientOf } from '../../core/access/client-address';
import { isInSubnets, readAddress } from '../../core/access/subnets';
import type { ListenerLimits } from './limits';
import { logRarely } from './log-rarely';

interface Options {
  limits: Pick<ListenerLimits, 'maxConnections' | 'maxConnectionsPerAddress' | 'trustedProxies'>;
  /** Whether a connection does nothing until its client sends or reads. Only then may it give way. */
  waitsForClient: (socket: Socket) => boolean;
  log: Logger;
}

/**
 * Limits the connections of a listener, and of each client. At a limit, the oldest connection that waits for its client gives
 * way: of the client itself at its own limit, and of the client that has the most at the limit of all. If none waits, the new
 * connection is closed. So no number of idle or unread connections keeps others away.
 */
export function limitConnections(server: Server, { limits, waitsForClient, log }: Options): void {
  const { maxConnections, maxConnectionsPerAddress, trustedProxies } = limits;
  const warn = logRarely(log);
  const clients = new Map<string, Set<Socket>>();
  const proxied = new Set<Socket>();
  let total = 0;

  const add = (socket: Socket, client: string | null): void => {
    const sockets = client === null ? proxied : (clients.get(client) ?? new Set());
    if (client !== null) clients.set(client, sockets);
    sockets.add(socket);
    total += 1;
    socket.once('close', () => remove(socket, client, sockets));
  };
  const remove = (socket: Socket, client: string | null, sockets: Set<Socket>): void => {
    if (!sockets.delete(socket)) return;
    total -= 1;
    if (client !== null && sockets.size === 0) clients.delete(client);
  };
  const makeRoom = (client: string, sockets: Set<Socket>, limit: number): boolean => {
    for (const socket of sockets) {
      if (!waitsForClient(socket)) continue;
      warn({ limit, client }, 'too many connections: the oldest idle ones are closed');
      remove(socket, client, sockets);
      socket.destroy();
      return true;
    }
    return false;
  };
  const makeRoomOfMost = (): boolean => {
    let most: [string, Set<Socket>] | undefined;
    for (const entry of clients) if (!most || entry[1].size > most[1].size) most = entry;
    return most !== undefined && makeRoom(...most, maxConnections);
  };

  server.on('connection', (socket) => {
    const address = readAddress(socket.remoteAddress);
    const isProxy = address !== null && isInSubnets(address, trustedProxies);
    const client = isProxy ? null : clientOf(socket.remoteAddress);
    const own = client === null ? undefined : clients.get(client);
    const isOver = client !== null && own !== undefined && own.size >= maxConnectionsPerAddress;
    const hasRoom = isOver
      ? makeRoom(client, own, maxConnectionsPerAddress)
      : total < maxConnections || makeRoomOfMost();
    if (hasRoom) return add(socket, client);
    warn(
      isOver ? { limit: maxConnectionsPerAddress, client } : { limit: maxConnections },
      'connections are closed at once: too many',
    );
    socket.destroy();
  });
}
