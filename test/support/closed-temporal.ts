import {
  connect,
  constants,
  createSecureServer,
  createServer,
  type IncomingHttpHeaders,
  type SecureServerOptions,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';

const PERMISSION_DENIED = 7;

/** A way to Temporal that is closed for some calls, as the one to Temporal Cloud is for its operator service. */
export interface ClosedTemporal {
  /** host:port */
  address: string;
  /** What was refused: `<service>/<method>`. */
  refused: string[];
  stop(): Promise<void>;
}

/** What a call needs to be passed on, as with Temporal Cloud. */
export interface Guard {
  tls: SecureServerOptions;
  /** Value of the header. */
  authorization: string;
}

/**
 * Passes each gRPC call on to `target`, host:port. Answers PERMISSION_DENIED if a part of `closed` is in its path, or if the
 * guard does not let it in.
 */
export async function startClosedTemporal(
  target: string,
  closed: string[],
  guard?: Guard,
): Promise<ClosedTemporal> {
  const upstream = connect(`http://${target}`);
  const sessions = new Set<ServerHttp2Session>();
  const server = guard ? createSecureServer(guard.tls) : createServer();
  const proxy: ClosedTemporal = {
    address: '',
    refused: [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.destroy();
        upstream.destroy();
      }),
  };
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => undefined);
  });
  server.on('stream', (stream, headers) => {
    const path = headers[':path'] ?? '';
    stream.on('error', () => undefined);
    const isIn = guard === undefined || headers.authorization === guard.authorization;
    if (!isIn || closed.some((part) => path.includes(part))) {
      proxy.refused.push(path.slice(1));
      refuse(stream);
      return;
    }
    const { authorization: _checked, ...passed } = headers;
    const call = upstream.request({ ...passed, ':scheme': 'http' });
    call.on('error', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
    call.on('response', (answered, flags) => {
      const isAll = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
      stream.respond(answered, { waitForTrailers: !isAll, endStream: isAll });
    });
    let trailers: IncomingHttpHeaders = {};
    call.on('trailers', (sent: IncomingHttpHeaders) => (trailers = sent));
    stream.on('wantTrailers', () => stream.sendTrailers(trailers));
    stream.on('close', () => call.close(constants.NGHTTP2_CANCEL));
    stream.pipe(call).pipe(stream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

/** An answer without a body: its headers are its trailers. */
function refuse(stream: ServerHttp2Stream): void {
  stream.respond(
    {
      ':status': 200,
      'content-type': 'application/grpc',
      'grpc-status': PERMISSION_DENIED,
      'grpc-message': 'Request unauthorized.',
    },
    { endStream: true },
  );
}
