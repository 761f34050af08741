import { once } from 'node:events';
import { generateKeyPairSync } from 'node:crypto';
import {
  createSecureServer,
  createServer,
  type Http2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { decode, verify, type JwtPayload } from 'jsonwebtoken';
import { z } from 'zod';
import { LOCALHOST } from '../certificates';
import { must } from './api-server';

const { privateKey, publicKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** What APNs does with a notification: accepts it, refuses it, or something with the connection. */
export type ApnsReply =
  | 'accept'
  | { status: number; reason?: string; headers?: Record<string, string>; body?: string }
  | 'hang'
  /** Never answers, and aborts the call as its caller would. */
  | AbortController
  /** Cuts the connection. */
  | 'cut'
  /** Ends the stream without an answer. */
  | 'reset-stream'
  /** Refuses the stream before anything was done with it. */
  | 'refuse-stream'
  /** GOAWAY that says this notification was not handled. */
  | 'goaway-before'
  /** GOAWAY with an error that says this notification was not handled. */
  | 'goaway-error-before'
  /** Accepts, and says goodbye. */
  | 'goaway-after'
  /** Answers the headers of a refusal and never its body. */
  | 'half-answer';

export interface ApnsReceived {
  headers: IncomingHttpHeaders;
  payload: Record<string, unknown> & { aps: Record<string, unknown> };
  token: string;
  session: number;
}

export interface ApnsServer {
  url: string;
  ca: string;
  privateKey: string;
  requests: ApnsReceived[];
  violations: string[];
  next: ApnsReply[];
  /** Connections that were opened. */
  sessions: number;
  /** Streams open at once, at most. */
  mostStreams: number;
  pings: number;
  /** Lets what hangs go on. */
  release(): void;
  close(): Promise<void>;
}

const headersSchema = z.looseObject({
  ':method': z.literal('POST'),
  ':path': z.string().regex(/^\/3\/device\/[0-9a-f]{64,200}$/i),
  authorization: z.string().regex(/^bearer \S+$/),
  'apns-id': z.uuid(),
  'apns-topic': z.literal('com.example.shop'),
  'apns-push-type': z.literal('alert'),
  'apns-priority': z.literal('10'),
  'apns-expiration': z.string().regex(/^\d+$/),
});
const known = new Set([
  'user-agent',
  ...Object.keys(headersSchema.shape),
  ':scheme',
  ':authority',
  'content-type',
  'content-length',
]);

const apsSchema = z.strictObject({
  alert: z.strictObject({ title: z.string().optional(), body: z.string().optional() }),
  sound: z.string(),
  badge: z.number().int().min(0).optional(),
  'mutable-content': z.literal(1).optional(),
});

/** APNs, as Apple documents it: one path, token keys, JSON refusals. */
export async function startApnsServer({ maxStreams = 100, tls = true } = {}): Promise<ApnsServer> {
  const sessions = new Set<Http2Session>();
  const sockets: Socket[] = [];
  const hanging: ServerHttp2Stream[] = [];
  let open = 0;
  const settings = { maxConcurrentStreams: maxStreams };
  const server = tls ? createSecureServer({ ...LOCALHOST, settings }) : createServer({ settings });
  const started: ApnsServer = {
    url: '',
    ca: LOCALHOST.cert,
    privateKey,
    requests: [],
    violations: [],
    next: [],
    sessions: 0,
    mostStreams: 0,
    pings: 0,
    release: () => hanging.splice(0).forEach((stream) => accept(stream, 'released')),
    close: async () => {
      server.close();
      for (const session of sessions) session.destroy();
      await once(server, 'close');
    },
  };
  server.on('secureConnection', (socket: Socket) => sockets.push(socket));
  server.on('session', (session) => {
    started.sessions += 1;
    sessions.add(session);
    session.on('error', () => undefined).on('ping', () => (started.pings += 1));
    session.on('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, headers) => {
    open += 1;
    started.mostStreams = Math.max(started.mostStreams, open);
    const { session } = stream;
    const number = started.sessions;
    stream.on('error', () => undefined).on('close', () => (open -= 1));
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      try {
        const payload = JSON.parse(Buffer.concat(chunks).toString()) as ApnsReceived['payload'];
        const token = String(headers[':path']).slice('/3/device/'.length);
        started.requests.push({ headers, payload, token, session: number });
        check(headers, payload);
      } catch (error) {
        started.violations.push(String(error));
      }
      reply(stream, session as Http2Session, headers, started.next.shift() ?? 'accept');
    });
  });

  function reply(
    stream: ServerHttp2Stream,
    session: Http2Session,
    headers: IncomingHttpHeaders,
    what: ApnsReply,
  ) {
    const id = String(headers['apns-id']);
    const before = (stream.id ?? 0) - 2;
    if (what instanceof AbortController) return what.abort();
    if (typeof what === 'object') {
      const { status, reason, headers: more, body } = what;
      // What is not of Apple's form is not of its server.
      const own = reason === undefined ? {} : { 'apns-id': id };
      stream.respond({ ':status': status, ...own, ...more });
      return stream.end(body ?? JSON.stringify({ reason }));
    }
    switch (what) {
      case 'accept':
        return accept(stream, id);
      case 'hang':
        return hanging.push(stream);
      case 'cut':
        return sockets.at(-1)?.destroy();
      case 'reset-stream':
        return stream.close(2);
      case 'refuse-stream':
        return stream.close(7);
      case 'goaway-before':
        return session.goaway(0, before, Buffer.from('{"reason":"Shutdown"}'));
      case 'goaway-error-before':
        return session.goaway(2, before);
      case 'goaway-after':
        accept(stream, id);
        return session.goaway(0, stream.id);
      case 'half-answer':
        return stream.respond({ ':status': 410, 'apns-id': id });
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  started.url = `${tls ? 'https' : 'http'}://localhost:${(server.address() as AddressInfo).port}`;
  return started;
}

function accept(stream: ServerHttp2Stream, id: string): void {
  if (stream.destroyed) return;
  stream.respond({ ':status': 200, 'apns-id': id });
  stream.end();
}

function check(headers: IncomingHttpHeaders, payload: ApnsReceived['payload']): void {
  headersSchema.parse(headers);
  for (const name of Object.keys(headers)) must(known.has(name), `header ${name}`);
  apsSchema.parse(payload.aps);
  const token = String(headers.authorization).split(' ')[1] ?? '';
  const claims = verify(token, publicKey, { algorithms: ['ES256'], issuer: 'TEAM123456' }) as JwtPayload;
  must(Object.keys(claims).sort().join() === 'iat,iss', 'claims');
  must(decode(token, { complete: true })?.header.kid === 'KEY1234567', 'kid');
}
