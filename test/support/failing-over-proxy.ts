import net from 'node:net';
import { mongo } from 'mongoose';
import { directTo, primaryOf } from '../../tools/dev/servers/mongo-address';

/** A way to a MongoDB that behaves as the primary of a replica set does that is no longer one. */
export interface FailingOverProxy {
  /** Without a database. */
  uri: string;
  /** How many commands met a step-down, and how many were done and not answered. */
  met: { refused: number; unanswered: number };
  /** For so long every command is refused with NotWritablePrimary and not done. */
  stepDown(ms: number): Promise<void>;
  /** Cuts every connection at once; what has come by then is done and not answered. For so long there are no others. */
  cut(ms: number): Promise<void>;
  /** For so long nothing passes in either direction, and every connection stays. */
  hang(ms: number): Promise<void>;
  stop(): Promise<void>;
}

const OP_MSG = 2013;
const HEADER = 16;
/** The flags, and the byte that begins the body of an OP_MSG. */
const BEFORE_BODY = 5;
const NOT_WRITABLE_PRIMARY = { ok: 0, errmsg: 'not primary', code: 10_107, codeName: 'NotWritablePrimary' };

export async function startFailingOverProxy(target: string): Promise<FailingOverProxy> {
  const primary = await primaryOf(target);
  const sockets = new Set<net.Socket>();
  let state: 'primary' | 'stepped-down' | 'away' | 'hung' = 'primary';
  const met = { refused: 0, unanswered: 0 };

  const server = net.createServer((client) => {
    if (state === 'away') return client.destroy();
    const upstream = net.connect(primary);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        // What came is still done, and the answer of it has nowhere to go.
        other.end();
      });
    }
    if (state === 'hung') for (const socket of [client, upstream]) socket.pause();
    let waiting = 0;
    let buffered: Buffer = Buffer.alloc(0);
    client.on('data', (chunk: Buffer) => {
      buffered = Buffer.concat([buffered, chunk]);
      while (buffered.length >= HEADER && buffered.length >= buffered.readInt32LE(0)) {
        const message = buffered.subarray(0, buffered.readInt32LE(0));
        buffered = buffered.subarray(message.length);
        if (state === 'stepped-down' && message.readInt32LE(12) === OP_MSG && !isHello(message)) {
          met.refused += 1;
          client.write(refusalOf(message));
        } else {
          waiting += 1;
          upstream.write(message);
        }
      }
    });
    upstream.on('data', (chunk: Buffer) => {
      waiting = 0;
      if (!client.destroyed) client.write(chunk);
    });
    client.on('close', () => {
      if (state === 'away') met.unanswered += waiting;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const during = async (next: typeof state, ms: number): Promise<void> => {
    state = next;
    await new Promise((resolve) => setTimeout(resolve, ms));
    state = 'primary';
  };
  const clients = () => [...sockets].filter((socket) => socket.localPort === boundPort);
  const boundPort = (server.address() as net.AddressInfo).port;
  return {
    uri: directTo(target, `127.0.0.1:${boundPort}`),
    met,
    stepDown: (ms) => during('stepped-down', ms),
    cut: (ms) => {
      const over = during('away', ms);
      for (const client of clients()) client.destroy();
      return over;
    },
    hang: async (ms) => {
      for (const socket of sockets) socket.pause();
      await during('hung', ms);
      for (const socket of sockets) socket.resume();
    },
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function isHello(message: Buffer): boolean {
  // Lists of documents may follow the body.
  const rest = message.subarray(HEADER + BEFORE_BODY);
  const body = mongo.BSON.deserialize(rest.subarray(0, rest.readInt32LE(0)));
  return /^(hello|ismaster)$/i.test(Object.keys(body)[0] ?? '');
}

function refusalOf(message: Buffer): Buffer {
  const body = mongo.BSON.serialize(NOT_WRITABLE_PRIMARY);
  const head = Buffer.alloc(HEADER + BEFORE_BODY);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(message.readInt32LE(4), 8);
  head.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([head, body]);
}
