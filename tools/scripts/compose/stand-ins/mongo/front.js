'use strict';
// Speaks MongoDB's wire protocol to clients: answers some commands itself, and passes all others on to the server behind.
const net = require('node:net');
const { deserialize, serialize } = require('bson');
const { answer } = require('./commands');

const [OP_REPLY, OP_QUERY, OP_MSG] = [1, 2004, 2013];

function commandIn(message) {
  const opcode = message.readInt32LE(12);
  const documentAt = (at) => deserialize(message.subarray(at, at + message.readInt32LE(at)));
  if (opcode === OP_MSG && message[20] === 0) return documentAt(21);
  if (opcode !== OP_QUERY) return undefined;
  const query = documentAt(message.indexOf(0, 20) + 9);
  return query.$query ?? query;
}

function reply(to, document) {
  const isMessage = to.readInt32LE(12) === OP_MSG;
  const body = serialize(document, { ignoreUndefined: true });
  const head = Buffer.alloc(isMessage ? 21 : 36);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(to.readInt32LE(4), 8);
  head.writeInt32LE(isMessage ? OP_MSG : OP_REPLY, 12);
  if (!isMessage) {
    head.writeInt32LE(8, 16);
    head.writeInt32LE(1, 32);
  }
  return Buffer.concat([head, body]);
}

/** Listens in front of a server on another port of this machine. */
function listen({ port, host, inner, ...server }) {
  const listener = net.createServer((client) => {
    const behind = net.connect(inner, '127.0.0.1');
    const connection = { auth: {} };
    let kept = Buffer.alloc(0);
    client.on('data', (chunk) => {
      kept = Buffer.concat([kept, chunk]);
      while (kept.length >= 16 && kept.length >= kept.readInt32LE(0)) {
        const message = kept.subarray(0, kept.readInt32LE(0));
        kept = kept.subarray(message.length);
        const command = commandIn(message);
        const own = command && answer(server, command, connection);
        if (own) client.write(reply(message, own));
        else behind.write(message);
      }
    });
    behind.on('data', (chunk) => client.write(chunk));
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ]) {
      one.setNoDelay(true);
      one.on('close', () => other.destroy());
      one.on('error', () => other.destroy());
    }
  });
  listener.listen(port, host);
}

module.exports = { listen };
