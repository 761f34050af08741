import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { newEmail } from '../../support/application';
import { eventually } from '../../support/eventually';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const TIMES = 20;

/** Writes a request that makes a contact on a connection of its own. */
async function write(body: object, framing: 'length' | 'chunks'): Promise<Socket> {
  const { baseUrl, key } = stack.production;
  const json = JSON.stringify(body);
  const size = Buffer.byteLength(json);
  const [header, sent] =
    framing === 'length'
      ? [`Content-Length: ${size}`, json]
      : ['Transfer-Encoding: chunked', `${size.toString(16)}\r\n${json}\r\n0\r\n\r\n`];
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const lines = ['POST /v1/contacts HTTP/1.1', 'Host: x', `Authorization: Bearer ${key}`];
  socket.write([...lines, 'Content-Type: application/json', header, '', sent].join('\r\n'));
  return socket;
}

const exists = (email: string): Promise<true> =>
  eventually(`the contact ${email}`, async () => {
    const { status } = await stack.production.get(`/v1/contacts/${encodeURIComponent(email)}`);
    return status === 200 || undefined;
  });

test.each([
  ['length', 100],
  ['chunks', 100],
  ['length', 60_000],
  ['chunks', 60_000],
] as const)(
  'REQUEST-21: with a body by %s of %d bytes, no request is lost if its client leaves',
  async (framing, size) => {
    for (let round = 0; round < TIMES; round += 1) {
      const email = newEmail();
      const socket = await write({ email, meta: { text: 'x'.repeat(size) } }, framing);
      // What is written goes out first.
      socket.destroySoon();
      await exists(email);
    }
  },
);

test.each([100, 60_000])(
  'REQUEST-21: a client that closes its half gets the response to a body of %d bytes',
  async (size) => {
    for (let round = 0; round < TIMES; round += 1) {
      const socket = await write({ email: newEmail(), meta: { text: 'x'.repeat(size) } }, 'length');
      const answer = text(socket);
      socket.end();
      expect((await answer).slice(0, 12)).toBe('HTTP/1.1 200');
    }
  },
);
