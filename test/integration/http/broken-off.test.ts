import { once } from 'node:events';
import net from 'node:net';
import { freePort } from '../../../tools/dev/servers/ports';
import { HttpApi } from '../../support/http-api';
import { ifBroken } from '../../support/random/traffic';

/** What a server says before its process is killed. */
const BROKEN_OFF = [
  ['before the headers', ''],
  ['within the headers', 'HTTP/1.1 200 OK\r\nContent-Ty'],
  ['within a body whose length is known', 'HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{"id":'],
  ['within a chunked body', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n{"id":\r\n'],
  ['within a body that ends with its connection', 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{"id":'],
] as const;

describe('a caller of the randomized tests', () => {
  it.each(BROKEN_OFF)('repeats a request whose connection ends %s', async (_where, said) => {
    for (const end of ['end', 'resetAndDestroy'] as const) {
      const server = net.createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.write(said, () => socket[end]()));
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as net.AddressInfo;
      const request = new HttpApi(`http://127.0.0.1:${port}`).post('/any', {});
      expect(await request.catch(ifBroken)).toBeNull();
      server.close();
    }
  });

  it('repeats a request that nobody answers', async () => {
    const api = new HttpApi(`http://127.0.0.1:${await freePort()}`);
    expect(await api.post('/any', {}).catch(ifBroken)).toBeNull();
  });

  it('does not take a fault of its own for a broken connection', () => {
    expect(() => ifBroken(new TypeError('cannot read properties of undefined'))).toThrow(TypeError);
  });
});
