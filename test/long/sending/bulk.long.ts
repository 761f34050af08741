import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { PING } from '../../support/application';
import { eventually } from '../../support/eventually';
import { residentMbOf, testOnLinux } from '../../support/process-facts';
import { startProcess } from '../../support/service';
import { type Stack, startStack } from '../../support/stack';

const RECIPIENTS = 1000;
/** Largest growth of a process that reads 60 MB, which it would have if it kept them. Usual are 13 to 26. */
const GROWTH_MB = 50;

interface BulkAnswer {
  status: number;
  body: { accepted: number; rejected: number; code?: string; batches: unknown[] };
}

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ events: { 'ping.yaml': PING } });
});
afterAll(() => stack.stop());

const listOf = (name: string): string[] =>
  Array.from({ length: RECIPIENTS }, (_, index) => `${name}-${index}@bulk.example`);
/** So that a body is longer than what is read before it is handled. */
const LONG = 'x'.repeat(200);
const FORMATS = {
  'application/x-ndjson': (list: string[]) => list.map((email) => `{"email":"${email}","name":"${LONG}"}\n`),
  'text/csv': (list: string[]) => ['email,name\n', ...list.map((email) => `${email},${LONG}\r\n`)],
};
type Format = keyof typeof FORMATS;

async function send(
  format: Format,
  body: Readable | string,
  key: string,
  baseUrl = stack.production.baseUrl,
): Promise<BulkAnswer> {
  const { statusCode, body: answered } = await request(`${baseUrl}/v1/send/ping`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${stack.production.key ?? ''}`,
      'content-type': format,
      'idempotency-key': key,
    },
    body,
  });
  return { status: statusCode, body: (await answered.json()) as BulkAnswer['body'] };
}

/** Repeats it as a client does: also if the database was away for a moment. */
const untilTaken = (format: Format, body: string, key: string): Promise<BulkAnswer> =>
  eventually('the repeat', async () => {
    const answer = await send(format, body, key);
    return answer.body.code !== 'IDEMPOTENCY_IN_PROGRESS' && answer.status !== 503 && answer;
  });

/** Number of notifications of each recipient of a list. */
async function notificationsOf(name: string): Promise<number[]> {
  const found = await stack.connection.mongoose
    .collection('notifications')
    .find({ 'contact.email': { $regex: `^${name}-` } })
    .project<{ contact: { email: string } }>({ 'contact.email': 1 })
    .toArray();
  const counts = new Map<string, number>();
  for (const { contact } of found) counts.set(contact.email, (counts.get(contact.email) ?? 0) + 1);
  return listOf(name).map((email) => counts.get(email) ?? 0);
}

const quotaUsed = (): Promise<number> =>
  stack.store.quotas.used(`${stack.applicationId}:production:month:${new Date().toISOString().slice(0, 7)}`);

test.each(Object.keys(FORMATS) as Format[])(
  'BULK-7: %s of 1,000 recipients, whose process is killed midway, is accepted once by its repeat',
  async (format) => {
    const [name, key, used] = [format === 'text/csv' ? 'csv' : 'lines', randomUUID(), await quotaUsed()];
    const lines = FORMATS[format](listOf(name));
    const dying = await startProcess('api', stack.apiEnv);
    async function* slowly() {
      yield* lines.slice(0, 450);
      await eventually('some to be accepted', async () => (await notificationsOf(name)).some(Boolean));
      await dying.kill();
      yield* lines.slice(450);
    }
    const baseUrl = `http://127.0.0.1:${dying.ports.production}`;
    await expect(send(format, Readable.from(slowly()), key, baseUrl)).rejects.toThrow();
    const before = (await notificationsOf(name)).filter(Boolean).length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(RECIPIENTS);
    const answer = await untilTaken(format, lines.join(''), key);
    expect(answer).toMatchObject({ status: 200, body: { accepted: RECIPIENTS, rejected: 0, errors: [] } });
    expect(await send(format, lines.join(''), key)).toEqual(answer);
    expect(await notificationsOf(name)).toEqual(lines.slice(-RECIPIENTS).map(() => 1));
    expect(await quotaUsed()).toBe(used + RECIPIENTS);
  },
  180_000,
);

test('BULK-8: a client that disconnects has its whole pages accepted, and its repeat goes on', async () => {
  const [name, key] = ['gone', randomUUID()];
  const lines = FORMATS['application/x-ndjson'](listOf(name));
  const { hostname, port } = new URL(stack.production.baseUrl);
  const socket = connect(Number(port), hostname);
  const part = `${lines.slice(0, 650).join('')}{"em`;
  const head = [
    'POST /v1/send/ping HTTP/1.1',
    `Host: ${hostname}`,
    `Authorization: Bearer ${stack.production.key ?? ''}`,
    'Content-Type: application/jsonl',
    `Idempotency-Key: ${key}`,
    'Transfer-Encoding: chunked',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${part.length.toString(16)}\r\n${part}\r\n`);
  const acceptedBefore = async (): Promise<number> => (await notificationsOf(name)).filter(Boolean).length;
  await eventually('all whole pages', async () => (await acceptedBefore()) === 600);
  socket.destroy();
  const answer = await untilTaken('application/x-ndjson', lines.join(''), key);
  expect(answer).toMatchObject({ status: 200, body: { accepted: RECIPIENTS } });
  expect(await notificationsOf(name)).toEqual(lines.map(() => 1));
}, 120_000);

testOnLinux(
  'BULK-3: a process that reads a large list keeps a page of it',
  async () => {
    const api = await startProcess('api', stack.apiEnv, { longLived: true });
    const baseUrl = `http://127.0.0.1:${api.ports.production}`;
    const line = `{"email":"nobody@","payload":{"text":"${'x'.repeat(6000)}"}}\n`;
    const pid = api.child.pid ?? 0;
    // Its heap grows to its working size with the first half of that.
    await send('application/x-ndjson', line.repeat(5000), randomUUID(), baseUrl);
    const [before, grown] = [residentMbOf(pid), [] as number[]];
    function* list() {
      for (let at = 0; at < 10_000; at += 1) {
        if (at % 100 === 0) grown.push(residentMbOf(pid) - before);
        yield line;
      }
    }
    const answer = await send('application/x-ndjson', Readable.from(list()), randomUUID(), baseUrl);
    expect(answer).toMatchObject({ status: 200, body: { accepted: 0, rejected: 10_000 } });
    expect(Math.max(...grown, residentMbOf(pid) - before)).toBeLessThan(GROWTH_MB);
    await api.stop();
  },
  120_000,
);
