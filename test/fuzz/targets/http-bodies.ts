import express, { type Request, type Response } from 'express';
import fc from 'fast-check';
import pino from 'pino';
import { errorHandler, notFound } from '../../../api/http/middleware/error-handler';
import { jsonBody } from '../../../api/http/middleware/json-body';
import { listen } from '../../../api/http/http-server';
import { check } from '../../../core/shared/schemas/check';
import { sendBody } from '../../../core/schemas/send';
import { PRIVATE_LIMITS } from '../../../net/listeners/limits';
import { changedText, repeated, text } from '../grammar';
import { fuzzTarget, promise } from '../target';

interface Body {
  type: string;
  encoding: string;
  /** Latin1. */
  bytes: string;
}

const SOURCES = [
  '{"to":"ada@example.com","payload":{"a":[1,2.50,{"b":null}],"__proto__":{"x":1}}}',
  '{"to":[{"email":"a@b.co"},{"__proto__":1}],"payload":{}}',
  '[]',
  '{"a":1,"a":2}',
  '1e400',
];
const pieces = fc.constantFrom(
  ...['{"a":', '[', ']', '}', ',', ':', '"', '\\', '\\ud800', '\\u0000', '1e9', '-'],
);
const LIMIT = 100_000;
const STATUSES = new Set([200, 400, 413, 415]);
let url = '';

/** Whatever bytes a body has, it is answered with a status of the rules, in JSON. */
export const httpBodies = fuzzTarget<Body>({
  name: 'http-bodies',
  arbitrary: fc.record({
    type: fc.oneof(
      { weight: 8, arbitrary: fc.constant('application/json') },
      fc.constantFrom(
        ...[
          'application/json; charset=utf-16',
          'application/json;charset="',
          'text/plain',
          'application/x+json',
        ],
        ...['application/json; charset=iso-8859-1', '', ';', 'application/json, text/html'],
      ),
    ),
    encoding: fc.constantFrom('', '', '', '', 'gzip', 'deflate', 'br', 'identity', 'x'),
    bytes: fc.oneof(
      changedText(SOURCES, pieces),
      repeated(pieces, 120_000),
      text.map((one) => Buffer.from(one).toString('latin1')),
      fc.string({ unit: fc.nat(255).map((code) => String.fromCharCode(code)), maxLength: 40 }),
    ),
  }),
  // Client and server are one process.
  msPer10kB: 200,
  async start() {
    const log = pino({ level: 'silent' });
    const app = express();
    app.disable('x-powered-by');
    app.post('/', jsonBody(LIMIT), (request: Request, response: Response) => {
      const result = check(sendBody, request.body as unknown);
      response
        .status(result.ok ? 200 : 400)
        .json(result.ok ? {} : { error: result.message, code: 'VALIDATION_ERROR' });
    });
    app.use(notFound, errorHandler(log, 'fuzz'));
    const server = await listen(app, { host: '127.0.0.1', port: 0, limits: PRIVATE_LIMITS, log });
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
    return async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
  },
  async check({ type, encoding, bytes }) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': type, ...(encoding !== '' && { 'Content-Encoding': encoding }) },
      body: Buffer.from(bytes, 'latin1'),
    });
    const body = (await answer.json()) as { code?: string };
    promise(STATUSES.has(answer.status), `answered ${answer.status} ${JSON.stringify(body)}`);
    promise(answer.status === 200 || typeof body.code === 'string', 'a refusal has no code');
    promise(JSON.stringify(body).length < 4000 + bytes.length, 'the answer is longer than the body');
  },
});
