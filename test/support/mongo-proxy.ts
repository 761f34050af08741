import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** A way to MongoDB on which answers get lost. */
export interface MongoProxy {
  /** The address of MongoDB, by this way. */
  uri: string;
  /**
   * Passes the next command that has all of these words on, and cuts its connection instead of answering. Settles when it
   * has done so.
   */
  loseAnswerTo(...words: string[]): Promise<void>;
  stop(): Promise<void>;
}

interface Loss {
  words: string[];
  done: () => void;
}

export async function startMongoProxy(uri: string): Promise<MongoProxy> {
  const { hostname, port } = new URL(uri);
  const sockets = new Set<Socket>();
  let losses: Loss[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let loss: Loss | undefined;
    const cut = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    eachMessage(client, (message) => {
      const text = message.toString('latin1');
      const found = losses.find(({ words }) => words.every((word) => text.includes(word)));
      losses = losses.filter((one) => one !== found);
      loss ??= found;
      upstream.write(message);
    });
    eachMessage(upstream, (message) => {
      if (!loss) return void client.write(message);
      cut();
      loss.done();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = new URL(uri);
  own.hostname = '127.0.0.1';
  own.port = String((server.address() as AddressInfo).port);
  return {
    uri: own.toString(),
    loseAnswerTo: (...words) =>
      new Promise<void>((done) => {
        losses.push({ words, done });
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Each message begins with its length (MongoDB wire protocol, "Standard Message Header"). */
function eachMessage(socket: Socket, handle: (message: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      handle(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  });
}
