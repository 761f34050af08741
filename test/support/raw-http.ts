import { once } from 'node:events';
import { connect } from 'node:net';
import type { Answer, HttpApi } from './http-api';

export interface RawRequest {
  method?: string;
  path: string;
  /** As they go over the wire, in this order, the same name as often as wanted. */
  headers?: [name: string, value: string][];
  body?: string | Buffer;
}

/** Sends what no decent client would: headers twice, a body of any bytes. Authenticated as `api` is. */
export function rawRequest(api: HttpApi, request: RawRequest): Promise<Answer> {
  const { method = 'GET', path, headers = [], body } = request;
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...(names.has('authorization') ? [] : [`Authorization: Bearer ${api.key}`]),
    ...(body === undefined || names.has('content-type') ? [] : ['Content-Type: application/json']),
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return rawBytes(api, body === undefined ? head : Buffer.concat([head, Buffer.from(body)]));
}

/** Writes bytes to the address of `api` and reads the answer until the other side closes. */
export async function rawBytes(api: HttpApi, bytes: string | Buffer, localAddress?: string): Promise<Answer> {
  const { hostname, port } = new URL(api.baseUrl);
  const socket = connect({ port: Number(port), host: hostname, localAddress });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A server that closes while we still write resets the connection; what it answered counts.
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  const text = Buffer.concat(chunks).toString();
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [status = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return {
    status: Number(status.split(' ')[1]),
    headers,
    body: (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>,
  };
}
