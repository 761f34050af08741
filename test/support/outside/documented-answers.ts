import { appendFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type * as Schema from '../openapi-schema';

/*
 * Required by a process of the service before its own code: each answer of the API, whoever gets it, must be in the document
 * of its listener, which derives from the `answer` of its route. Another one becomes a 500 that says what is wrong with it,
 * and fails the run in the end, also if no test looks at it.
 */
type End = (this: ServerResponse, ...args: unknown[]) => ServerResponse;

const DOCUMENTED = /^(?:(?:\/admin)?\/v1|\/healthz|\/readyz)(?![\w.-])/;

const end = ServerResponse.prototype.end as End;
ServerResponse.prototype.end = function (this: ServerResponse, ...args: unknown[]) {
  const wrong = isOfApi(this) ? problemOf(this, args[0]) : null;
  if (wrong === null) return end.apply(this, args);
  console.error(wrong);
  appendFileSync(process.env.HELIOGRAPH_TEST_UNDOCUMENTED ?? '/dev/null', `${wrong}\n`);
  const told = JSON.stringify({ error: `Not documented: ${wrong}`, code: 'INTERNAL' });
  this.statusCode = 500;
  this.setHeader('Content-Length', Buffer.byteLength(told));
  return end.call(this, told);
} as ServerResponse['end'];

/** Whether Express answers. The listener of metrics has probes of its own. */
const isOfApi = (response: ServerResponse): boolean =>
  'app' in response && response.req.method !== 'HEAD' && DOCUMENTED.test(urlOf(response));

const urlOf = ({ req }: ServerResponse): string => (req as { originalUrl?: string }).originalUrl ?? '';

function problemOf(response: ServerResponse, sent: unknown): string | null {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- Only a process that answers loads the documents.
    const { expectDocumented } = require('../openapi-schema') as typeof Schema;
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.getHeaders())) headers.set(name, String(value));
    const plain =
      Buffer.isBuffer(sent) && headers.get('content-encoding') === 'gzip' ? gunzipSync(sent) : sent;
    const text = Buffer.isBuffer(plain) || typeof plain === 'string' ? plain.toString() : '';
    const { method = '' } = response.req;
    const isText = headers.get('content-type')?.startsWith('text/') === true;
    const body: unknown = isText ? text : text === '' ? {} : JSON.parse(text);
    expectDocumented({ method, url: urlOf(response), status: response.statusCode, headers, body });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
