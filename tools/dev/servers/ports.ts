import { randomInt } from 'node:crypto';
import net from 'node:net';

/**
 * Ports under those that systems lend to outgoing connections: 32768 and up on Linux, 49152 and up on
 * macOS and Windows (RFC 6335, section 6). A server that stops finds its port free when it starts again.
 */
const NEVER_LENT = { first: 10_000, end: 32_768 };

/**
 * Returns a loopback port that is free now, that no outgoing connection takes later, and that no other call returns while
 * this process runs, in any process. Ports are even: this process keeps listening on the odd one above as a mark.
 */
export async function freePort({ first, end } = NEVER_LENT): Promise<number> {
  for (;;) {
    const port = 2 * randomInt(first / 2, end / 2);
    const mark = await listenOn(port + 1, '127.0.0.1');
    if (mark && !(await portInUse(port))) return port;
    mark?.close();
  }
}

/** Returns whether this port is in use, on the loopback address or on all addresses. */
export async function portInUse(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const server = await listenOn(port, host);
    if (!server) return true;
    await new Promise((resolve) => server.close(resolve));
  }
  return false;
}

/** Returns a server that keeps no process running, or null if the port is in use. */
function listenOn(port: number, host: string): Promise<net.Server | null> {
  return new Promise((resolve) => {
    const server = net.createServer((socket) => socket.destroy()).unref();
    server.once('error', () => resolve(null));
    server.listen(port, host, () => resolve(server));
  });
}
