import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Heliograph } from '../../../client/src';

async function* rows() {
  for (let row = 0; row < 4; row += 1) {
    yield 'row\r\n';
    await sleep(50);
  }
}

test('a file of rejected rows may take longer than the timeout of the client', async () => {
  const server = createServer((_request, response) => void pipeline(Readable.from(rows()), response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { topics } = new Heliograph({ baseUrl, apiKey: 'test_key', timeout: 100, retries: 0 });
  try {
    await expect(topics.imports.rejects('news', 'i')).resolves.toBe('row\r\n'.repeat(4));
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
