import { randomInt } from 'node:crypto';
import net from 'node:net';

/**
 * Ports under those that systems lend to outgoing connections: 32768 and up on Linux, 49152 and up on
 * macOS and Windows (RFC 6335, section 6). A server that stops finds its port free when it starts again.
 */
const NEVER_LENT = { first: 10_000, end: 32_768 };

/** Returns a loopback port that is free now, and that no outgoing connection takes later. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(NEVER_LENT.first, NEVER_LENT.end);
    if (!(await portInUse(port))) return port;
  }
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
