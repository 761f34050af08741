import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { connectTemporal } from '../../../worker/connect';

/** An empty message of gRPC, which answers GetSystemInfo. */
const EMPTY_MESSAGE = Buffer.alloc(5);

test.each([
  ['none', undefined],
  ['gzip', 'gzip'],
] as const)('with TEMPORAL_COMPRESSION=%s a worker sends grpc-encoding %s', async (compression, encoding) => {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer().on('stream', (stream, headers) => {
    requests.push(headers);
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(EMPTY_MESSAGE);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const connection = await connectTemporal(
    { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, tls: false },
    compression,
    pino({ level: 'silent' }),
  );
  await connection.close();
  server.close();
  expect(requests.length).toBeGreaterThan(0);
  for (const headers of requests) expect(headers['grpc-encoding']).toBe(encoding);
});
