import net from 'node:net';

/** Returns a loopback port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Returns whether this port is in use, on the loopback address or on all addresses. */
export async function portInUse(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    if (!(await canListen(port, host))) return true;
  }
  return false;
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
