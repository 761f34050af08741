import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';

/** Maximum time of a read of the SDK's metrics, milliseconds. It is on loopback. */
const READ_WITHIN_MS = 2000;

let address: string | undefined;

/** Says where Temporal's SDK serves its metrics, host:port. It has its own exporter, in native code. */
export const sdkMetricsAt = (where: string): void => {
  address = where;
};

/** Returns the metrics of Temporal's SDK as text. Empty if this process has no worker, or they cannot be read. */
export async function sdkMetrics(): Promise<string> {
  if (address === undefined) return '';
  const signal = AbortSignal.timeout(READ_WITHIN_MS);
  const answered = await fetch(`http://${address}/metrics`, { signal }).catch(() => undefined);
  return answered?.ok ? await answered.text().catch(() => '') : '';
}

/** Returns a free port of loopback. */
export async function freeLoopbackPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
