import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection's way through a network that can swallow it without a word. */
export interface Relay {
  port: number;
  /** From now on nothing passes on the connections that are open; new ones work. Ends when their callers hung up. */
  swallow(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRelay(port: number): Promise<Relay> {
  const pairs: [Socket, Socket][] = [];
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far).pipe(near);
    pairs.push([near, far]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    swallow: async () => {
      for (const [near, far] of pairs) {
        near.unpipe(far).resume();
        far.unpipe(near).resume();
      }
      await Promise.all(pairs.map(([near]) => once(near, 'close')));
    },
    stop: async () => {
      for (const socket of pairs.flat()) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
