import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { HttpApi } from './http-api';

/** Path of a file that the service serves without a key, of 1.5 MB. */
export const FILE = '/docs/assets/swagger-ui-bundle.js';

export const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;

/** Returns as many requests for a path as fit into 64 kB, one behind the other. */
export const pipelined = (path: string): string =>
  get(path).repeat(Math.floor(65_536 / Buffer.byteLength(get(path))));

/** Writes to the address of `api` and reads nothing that it answers. */
export async function writeUnread(
  { baseUrl }: Pick<HttpApi, 'baseUrl'>,
  bytes: string,
  localAddress?: string,
): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ port: Number(port), host: hostname, localAddress });
  socket.on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}
