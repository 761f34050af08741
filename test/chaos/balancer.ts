import net from 'node:net';

/** One address in front of several APIs. A connection goes to the next one that takes it. */
export interface Balancer {
  port: number;
  stop(): Promise<void>;
}

/** `backends` is asked for the ports at each connection. */
export async function startBalancer(backends: () => number[]): Promise<Balancer> {
  const sockets = new Set<net.Socket>();
  let turn = 0;
  const connect = (client: net.Socket, ports: number[]): void => {
    const [port, ...others] = ports;
    if (port === undefined) return void client.destroy();
    const upstream = net.connect(port, '127.0.0.1');
    let isConnected = false;
    upstream.on('connect', () => {
      isConnected = true;
      client.pipe(upstream).pipe(client);
    });
    upstream.on('error', () => (isConnected ? client.destroy() : connect(client, others)));
    upstream.on('close', () => isConnected && client.destroy());
    client.on('close', () => upstream.destroy());
    sockets.add(upstream);
  };
  const server = net.createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined).on('close', () => sockets.delete(client));
    const ports = backends();
    const first = (turn += 1) % Math.max(1, ports.length);
    connect(client, [...ports.slice(first), ...ports.slice(0, first)]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
