import { connect } from 'node:net';
import fc from 'fast-check';
import pino from 'pino';
import { answerUnreadable } from '../../../api/http/unreadable-request';
import { createListener, open } from '../../../net/listeners/http-listener';
import { PRIVATE_LIMITS } from '../../../net/listeners/limits';
import { targetOf } from '../../../net/listeners/request-target';
import { repeated, text } from '../grammar';
import { fuzzTarget, promise } from '../target';

const METHOD = fc.constantFrom(
  ...['GET', 'POST', 'HEAD', 'CONNECT', 'OPTIONS', 'PRI', 'get', 'M-SEARCH', 'X', '', 'GET\t'],
);
const TARGET = fc.oneof(
  fc.constantFrom(
    ...['/', '//', '*', '?', '#', '/%', '/%00', '/%zz', 'http://', 'http://[', '///..', '/\x80'],
  ),
  fc.constantFrom('http://x:99999/', 'https://user@host/', '/a b', 'host:443'),
  text.map((one) => `/${one}`),
  repeated(fc.constantFrom('/', '/..', '%2e', '?a', 'x'), 20_000),
);
const VERSION = fc.constantFrom(
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/9.9',
  'http/1.1',
  '',
);
const HEADER = fc.oneof(
  fc.constantFrom(
    ...[
      'Host: x',
      'Host: y',
      'Content-Length: 0',
      'Content-Length: 5',
      'Content-Length: -1',
      'Content-Length: 1e3',
    ],
    ...[
      'Content-Length: 99999999999999999999',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: gzip, chunked',
    ],
    ...[
      'Transfer-Encoding: chunked\r\nContent-Length: 3',
      'Transfer-Encoding : chunked',
      'Transfer-Encoding: xchunked',
    ],
    ...['Expect: 100-continue', 'Expect: the-unexpected', 'Connection: upgrade\r\nUpgrade: websocket'],
    ...[
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c',
      'Connection: close',
      'Connection: keep-alive',
      ' folded',
    ],
    ...['X\x00Y: z', ': empty', 'no-colon', 'A: \xff\xfe', 'Trailer: X'],
  ),
  fc.tuple(text, text).map(([name, value]) => `${name}: ${value}`),
  repeated(fc.constantFrom('A: b\r\n', 'x', 'Cookie: a=b;\r\n'), 20_000),
);
const BODY = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      'hello',
      '0\r\n\r\n',
      '5\r\nhello\r\n0\r\n\r\n',
      'ffffffffffffffff\r\n',
      '-1\r\n',
      '5;a=b\r\nhello\r\n',
    ],
  ),
  fc.constantFrom('0\r\nX: y\r\n\r\n', '1\nx\n0\n\n', 'GET / HTTP/1.1\r\n\r\n'),
  text,
  repeated(fc.constantFrom('1;x\r\na\r\n', 'a', '\r\n'), 40_000),
);
const END = fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '');
const REQUEST = fc
  .tuple(METHOD, TARGET, VERSION, fc.array(HEADER, { maxLength: 5 }), BODY, END)
  .map(([method, target, version, headers, body, end]) =>
    [`${method} ${target} ${version}`, ...headers, '', body].join(end),
  );

/** What a listener answers, and with which status. */
const ANSWER = /^HTTP\/1\.1 [1-5]\d\d /;
let port = 0;

/** Writes bytes, and returns what arrives until the other side closes. */
async function exchange(bytes: Buffer): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A server that closes while bytes arrive resets the connection.
  socket.on('error', () => undefined);
  socket.end(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(chunks).toString('latin1');
}

/** Whatever bytes arrive, a listener answers in HTTP or closes, and goes on to answer others. */
export const httpListener = fuzzTarget<string>({
  name: 'http-listener',
  arbitrary: fc.oneof(
    fc.array(REQUEST, { minLength: 1, maxLength: 4 }).map((requests) => requests.join('')),
    REQUEST,
    fc.string({ unit: fc.nat(255).map((code) => String.fromCharCode(code)), maxLength: 300 }),
    REQUEST.map((request) => request.repeat(40).slice(0, 60_000)),
  ),
  // Client and server are one process.
  msPer10kB: 200,
  async start() {
    const log = pino({ level: 'silent' });
    const server = createListener(
      (request, response) => {
        const target = targetOf(request);
        request.resume();
        if (target?.pathname === '/throws') throw new Error('as a handler may');
        response.end(target?.pathname ?? 'none');
      },
      { limits: PRIVATE_LIMITS, log },
    );
    answerUnreadable(server, log);
    port = await open(server, 0, '127.0.0.1');
    return async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
  },
  async check(input) {
    const answer = await exchange(Buffer.from(input, 'latin1'));
    promise(answer === '' || ANSWER.test(answer), () => `answered ${JSON.stringify(answer.slice(0, 100))}`);
    promise(answer.length < 100_000, () => `answered ${answer.length} bytes`);
    const other = await exchange(
      Buffer.from('GET /healthy HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    );
    promise(other.startsWith('HTTP/1.1 200 ') && other.endsWith('/healthy'), 'another client has no answer');
  },
});
