import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { mongo } from 'mongoose';
import { directTo, primaryOf } from '../../tools/dev/servers/mongo-address';

type Document = Record<string, unknown>;

/** What becomes of one command: nothing is changed, its answer is another one, or it comes on when the promise settles. */
export interface Meddling {
  /** Answers in place of what MongoDB answered; undefined: that stays. */
  answer?: (command: Document, answer: Document) => Document | undefined;
  /** Answers a command that is not passed on; undefined: it is. */
  refuse?: (command: Document) => Document | undefined;
  /** Holds a command back until this settles; undefined: it is passed on at once. */
  hold?: (command: Document) => Promise<void> | undefined;
  /** Cuts a connection while it sends a message, after so many bytes. */
  cutWithin?: number;
}

/** A way to MongoDB on which the test reads each command, and may change what becomes of it. */
export interface MongoProxy {
  /** The address of MongoDB, by this way. */
  uri: string;
  /** The commands that came, with their document sequences. */
  commands: Document[];
  /** For the commands to come. */
  meddling: Meddling;
  /**
   * Passes the next command that has all of these words on, and cuts its connection instead of answering. Settles when it
   * has done so.
   */
  loseAnswerTo(...words: string[]): Promise<void>;
  /** Cuts every connection at once, the oldest first. */
  cut(): void;
  stop(): Promise<void>;
}

interface Loss {
  words: string[];
  done: () => void;
}

/** A command that waits for its answer. */
interface Asked {
  command: Document;
  loss: Loss | undefined;
}

const HEADER = 16;
const OP_MSG = 2013;
/** The flags of an OP_MSG (32 bits) and the kind of its first section (one byte) stand before its document. */
const BODY = HEADER + 5;
/** The kind of a section that is a sequence of documents. */
const SEQUENCE = 1;

/**
 * Calls `each` with every whole message of a stream of the wire protocol, one after the other, and `partly` with the
 * bytes that have come of the next one.
 */
async function readMessages(
  socket: Socket,
  each: (message: Buffer) => Promise<void> | void,
  partly?: (bytes: number) => void,
): Promise<void> {
  let rest = Buffer.alloc(0);
  for await (const chunk of socket) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      await each(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    partly?.(rest.length);
  }
}

const isMessage = (message: Buffer): boolean => message.readInt32LE(12) === OP_MSG;
const documentOf = (message: Buffer): Document =>
  mongo.BSON.deserialize(message.subarray(BODY, BODY + message.readInt32LE(BODY)));

/** A message's document, with what follows it in sequences: the `updates` of an update, the `documents` of an insert. */
function commandOf(message: Buffer): Document {
  const command = documentOf(message);
  for (let at = BODY + message.readInt32LE(BODY); message[at] === SEQUENCE;) {
    const end = at + 1 + message.readInt32LE(at + 1);
    const nameEnd = message.indexOf(0, at + 5);
    const documents: Document[] = [];
    for (let from = nameEnd + 1; from < end; from += message.readInt32LE(from))
      documents.push(mongo.BSON.deserialize(message.subarray(from, from + message.readInt32LE(from))));
    command[message.toString('utf8', at + 5, nameEnd)] = documents;
    at = end;
  }
  return command;
}

function answerTo(message: Buffer, document: Document): Buffer {
  const answer = withDocument(message.subarray(0, BODY), document);
  answer.writeInt32LE(message.readInt32LE(4), 8);
  answer.writeInt32LE(0, HEADER);
  return answer;
}

function withDocument(message: Buffer, document: Document): Buffer {
  const changed = Buffer.concat([message.subarray(0, BODY), mongo.BSON.serialize(document)]);
  changed.writeInt32LE(changed.length, 0);
  return changed;
}

/** Opens one in front of the server that `target` names: of several, the primary. */
export async function startMongoProxy(target: string): Promise<MongoProxy> {
  const primary = await primaryOf(target);
  const sockets = new Set<Socket>();
  let losses: Loss[] = [];
  const takeLoss = (message: Buffer): Loss | undefined => {
    const text = losses.length > 0 ? message.toString('latin1') : '';
    const found = losses.find(({ words }) => words.every((word) => text.includes(word)));
    losses = losses.filter((one) => one !== found);
    return found;
  };
  const server = createServer((client) => {
    const upstream = connect(primary);
    const asked = new Map<number, Asked>();
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
    const ask = async (message: Buffer): Promise<void> => {
      if (isMessage(message)) {
        const command = commandOf(message);
        proxy.commands.push(command);
        const refusal = proxy.meddling.refuse?.(command);
        if (refusal) return void client.write(answerTo(message, refusal));
        asked.set(message.readInt32LE(4), { command, loss: takeLoss(message) });
        await proxy.meddling.hold?.(command);
      }
      upstream.write(message);
    };
    const answer = (message: Buffer): void => {
      const to = asked.get(message.readInt32LE(8));
      asked.delete(message.readInt32LE(8));
      if (to?.loss) {
        cut();
        to.loss.done();
        return;
      }
      const changed = to && proxy.meddling.answer?.(to.command, documentOf(message));
      client.write(changed ? withDocument(message, changed) : message);
    };
    const partly = (bytes: number): void => {
      if (bytes > (proxy.meddling.cutWithin ?? Infinity)) cut();
    };
    readMessages(client, ask, partly).catch(() => undefined);
    readMessages(upstream, answer).catch(() => undefined);
  });
  const proxy: MongoProxy = {
    uri: '',
    commands: [],
    meddling: {},
    loseAnswerTo: (...words) =>
      new Promise<void>((done) => {
        losses.push({ words, done });
      }),
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        proxy.cut();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.uri = directTo(target, `127.0.0.1:${(server.address() as AddressInfo).port}`);
  return proxy;
}
