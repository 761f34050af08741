import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expectRefusal } from '../../support/application';
import { eventually } from '../../support/eventually';
import { type Answer, HttpApi } from '../../support/http-api';
import { newAddress, untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

const DECLARED = `
name: declared
payload:
  required: [word, total]
  properties: { word: { type: string }, total: { type: integer } }
templates: { email: { en: { subject: '{{word}} {{total}}', text: hello }, sv: { subject: '{{word}} {{total}}', text: hej } } }
`;

interface BulkAnswer extends Record<string, unknown> {
  accepted: number;
  rejected: number;
  errors: { line: number; error: string; code: string; field: string | null }[];
  batches: { id: string; line: number; recipients: number }[];
}

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ events: { 'declared.yaml': DECLARED } });
});
afterAll(() => stack.stop());

const JSON_LINES = 'application/x-ndjson';
const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const bulk = (
  body: string | Buffer,
  headers: Record<string, string> = {},
  event = 'welcome',
): Promise<Answer<BulkAnswer>> =>
  stack.production.request<BulkAnswer>('POST', `/v1/send/${event}`, body, {
    'content-type': JSON_LINES,
    ...headers,
  });
const lines = (recipients: unknown[]): string => recipients.map((one) => `${JSON.stringify(one)}\n`).join('');
const idsOf = async (email: string): Promise<string[]> => {
  const [contact] = await stack.store.contacts.findByKeys([
    `${stack.applicationId}:production:email:${email}`,
  ]);
  return contact ? stack.store.notifications.idsOf(contact._id, 100) : [];
};
const quotaUsed = (): Promise<number> =>
  stack.store.quotas.used(`${stack.applicationId}:production:month:${new Date().toISOString().slice(0, 7)}`);

test('BULK-1, BULK-3: each line has its own result, and a repeat sends nothing and has the same answer', async () => {
  const [used, key] = [await quotaUsed(), randomUUID()];
  const addresses = Array.from({ length: 120 }, newAddress);
  const text = `${lines(addresses.slice(0, 3))}\nnot json\n{"email":"nobody@"}\n${lines(addresses.slice(3))}`;
  const answer = await bulk(text, keyed(key));
  expect(answer).toMatchObject({
    status: 200,
    body: {
      ...{ event: 'welcome', status: 'processed', accepted: 120, rejected: 2 },
      errors: [
        { line: 5, error: 'to is not valid JSON.', code: 'VALIDATION_ERROR', field: 'to' },
        { line: 6, code: 'VALIDATION_ERROR', field: 'to.email' },
      ],
      batches: [
        { id: expect.any(String), line: 1, recipients: 100 },
        { id: expect.any(String), line: 102, recipients: 22 },
      ],
    },
  });
  expect(answer.headers.get('idempotent-replay')).toBeNull();
  const again = await bulk(text, keyed(key));
  expect(again.body).toEqual(answer.body);
  expect(again.headers.get('idempotent-replay')).toBe('true');
  expect(await quotaUsed()).toBe(used + 120);
  const ids = await Promise.all(addresses.map(idsOf));
  expect(ids.map(({ length }) => length)).toEqual(addresses.map(() => 1));
  const batch = await stack.production.get<{ notifications: { id: string | null; status: string }[] }>(
    `/v1/batches/${answer.body.batches[1]?.id}`,
  );
  expect(batch.body.notifications.map(({ id }) => id)).toEqual(ids.slice(98).flat());
  // Another list is another request, also if only its second page differs.
  const other = await bulk(text.replace(addresses[110] ?? '', newAddress()), keyed(key));
  expectRefusal(other, 409, 'IDEMPOTENCY_MISMATCH', { accepted: 98 });
  await untilEnded(stack.production, ids[119]?.[0] ?? '');
});

test('BULK-2, BULK-6: CSV has typed payloads, what is shared comes in a header, and the body may be compressed', async () => {
  const [ada, grace, bob] = [newAddress(), newAddress(), newAddress()];
  const csv = `\ufeffemail,name,language,payload.total,metadata.shop\r\n${ada},"Lovelace, Ada",sv,7,north\r\n${grace},,,many,\r\n${bob},Bob\r\n`;
  const answer = await bulk(
    gzipSync(csv),
    {
      ...keyed(),
      'content-type': 'text/csv; charset=utf-8',
      'content-encoding': 'gzip',
      'heliograph-send': '{"payload":{"word":"caf\\u00e9"},"metadata":{"shop":"south"},"reference":"r-1"}',
    },
    'declared',
  );
  expect(answer).toMatchObject({
    status: 200,
    body: {
      ...{ accepted: 1, rejected: 2 },
      errors: [
        { line: 3, field: 'to.payload.total', error: expect.stringContaining('an integer') },
        { line: 4, field: 'to', error: 'to has 2 fields, and the header has 5.' },
      ],
    },
  });
  const [id = ''] = await idsOf(ada);
  await untilEnded(stack.production, id);
  expect((await stack.production.get(`/v1/notifications/${id}`)).body).toMatchObject({
    ...{ contact: { name: 'Lovelace, Ada' }, metadata: { shop: 'north' }, reference: 'r-1' },
  });
  expect(stack.smtp.mailsTo(ada)[0]).toMatchObject({ subject: 'café 7' });
});

test('BULK-6: a quote that is not closed takes the next lines with it, and its error names them', async () => {
  const csv = `email,name\n${newAddress()},Ada\n"${newAddress()},Bob\n${newAddress()},Grace\n"${newAddress()}",Eve\n`;
  const answer = await bulk(csv, { ...keyed(), 'content-type': 'text/csv' });
  expect(answer.body).toMatchObject({
    ...{ accepted: 1, rejected: 1 },
    errors: [
      { line: 3, error: expect.stringContaining('It continues to line 5, and none of these') as string },
    ],
  });
});

test('BULK-3: if no line is accepted, the answer says so, and a misspelled column is warned about once', async () => {
  const none = await bulk('"555 12 34 56"\n"nobody@"\n', keyed());
  expect(none).toMatchObject({ status: 200, body: { accepted: 0, rejected: 2, batches: [] } });
  const shared = await bulk(lines([newAddress(), newAddress()]), keyed(), 'declared');
  expect(shared).toMatchObject({ status: 200, body: { accepted: 0, rejected: 2 } });
  expect(shared.body.errors[1]).toMatchObject({ line: 2, field: 'payload.word' });
  const csv = `email,nmae\n${newAddress()},Ada\n${newAddress()},Grace\n`;
  const warned = await bulk(csv, { ...keyed(), 'content-type': 'text/csv' });
  expect(warned.headers.get('heliograph-warning')).toBe(
    'to.nmae is not a field of a recipient and becomes metadata. Did you mean name?',
  );
});

test('BULK-9: lines beyond the quota are rejected, and rejected lines count as requests', async () => {
  const path = `/admin/v1/applications/${stack.applicationId}`;
  const quota = async (monthly_quota: number): Promise<void> => {
    expect((await stack.admin.request('PATCH', path, { monthly_quota })).status).toBe(200);
  };
  await quota((await quotaUsed()) + 101);
  const answer = await bulk(lines(Array.from({ length: 103 }, newAddress)), keyed());
  expect(answer.body).toMatchObject({
    ...{ accepted: 101, rejected: 2 },
    errors: [
      { line: 102, code: 'QUOTA_EXCEEDED', field: null },
      { line: 103, code: 'QUOTA_EXCEEDED', field: null },
    ],
  });
  await quota(10_000);
  const made = await stack.admin.post<{ key: { api_key: string } }>(`${path}/keys`, {
    environment: 'production',
  });
  const other = new HttpApi(stack.production.baseUrl, made.body.key.api_key);
  const refused = await other.post('/v1/send/welcome', '"nobody@"\n'.repeat(500), {
    ...{ 'content-type': JSON_LINES, ...keyed() },
  });
  // The window may end before the charges of the last page, which then begin the next.
  expect(Number(refused.headers.get('ratelimit-remaining'))).toBeLessThanOrEqual(89);
});

test.each([
  ['without a key', 400, 'Idempotency-Key', '"a@b.example"\n', { 'idempotency-key': '' }],
  ['without a recipient', 400, 'to', '\n\n', {}],
  ['CSV without a recipient', 400, 'to', 'email\n', { 'content-type': 'text/csv' }],
  ['a header of CSV', 400, undefined, 'email,email\na,b\n', { 'content-type': 'text/csv' }],
  ['a header that is not JSON', 400, 'Heliograph-Send', '"a"\n', { 'heliograph-send': '{' }],
  ['a header with to', 400, 'Heliograph-Send', '"a"\n', { 'heliograph-send': '{"to":"a"}' }],
  ['an unknown field', 400, 'paylaod', '"a"\n', { 'heliograph-send': '{"paylaod":{}}' }],
  [
    'BULK-2: a time in the past',
    400,
    'send_at',
    '"a"\n',
    { 'heliograph-send': '{"send_at":"2020-01-01T00:00:00Z"}' },
  ],
  ['no gzip', 400, undefined, '"a"\n', { 'content-encoding': 'gzip' }],
  ['another compression', 415, undefined, '"a"\n', { 'content-encoding': 'br' }],
  ['another charset', 415, undefined, 'email\n', { 'content-type': 'text/csv; charset=latin1' }],
])(
  'BULK-1, BULK-2, BULK-4, BULK-5, BULK-6: %s is %i with the field %s',
  async (_, status, field, body, headers: Record<string, string>) => {
    const answer = await bulk(body, { ...keyed(), ...headers });
    expect(answer.status).toBe(status);
    expect(answer.body.field).toBe(field);
  },
);

test('BULK-4: beyond 10,000 lines nothing more is accepted, and the answer says how many were', async () => {
  const key = randomUUID();
  const addresses = Array.from({ length: 2 }, newAddress);
  const text = `${lines(addresses)}${'"nobody@"\n'.repeat(9_999)}`;
  const answer = await bulk(text, keyed(key));
  expectRefusal(answer, 400, 'VALIDATION_ERROR', { field: 'to', accepted: 2 });
  expect(answer.body.error).toContain('must have at most 10000 recipients');
  await eventually('the notifications', async () => (await idsOf(addresses[1] ?? '')).length === 1);
});
