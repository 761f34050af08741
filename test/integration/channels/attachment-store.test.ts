import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mongoose';
import { loadAttachments } from '../../../channels/email/attachments';
import { openStore, type StoreOptions } from '../../../channels/email/stored/open';
import { createProviderRegistry } from '../../../channels/registry';
import { createProviderTools } from '../../../channels/tools';
import { parseAttachmentStore } from '../../../core/sending/attachment-store';
import { createVault } from '../../../core/shared/vault';
import { systemResolver as resolve } from '../../../net/resolver/system-resolver';
import { createInboxStore } from '../../../store/sending/inbox';
import { closingAfterEach } from '../../support/closing';
import { emailMessage } from '../../support/providers/emails';
import { S3_KEYS, s3Error, startS3 } from '../../support/providers/s3-server';
import { startSmtpServer } from '../../support/smtp-servers';

const keep = closingAfterEach();
const OURS = '0190d1f0-0000-4000-8000-00000000000a';
const OTHERS = '0190d1f0-0000-4000-8000-00000000000b';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'store-'));
  for (const id of [OURS, OTHERS]) mkdirSync(join(root, id, 'invoices'), { recursive: true });
  writeFileSync(join(root, OURS, 'invoices', 'år 17.pdf'), 'ours');
  writeFileSync(join(root, OURS, 'large.bin'), Buffer.alloc(11 * 1024 * 1024));
  writeFileSync(join(root, OTHERS, 'secret.pdf'), 'theirs');
  symlinkSync('invoices/år 17.pdf', join(root, OURS, 'latest.pdf'));
  symlinkSync(`../${OTHERS}`, join(root, OURS, 'others'));
  symlinkSync('/etc/hostname', join(root, OURS, 'host'));
  symlinkSync(OTHERS, join(root, 'linked'));
  execFileSync('mkfifo', [join(root, OURS, 'pipe')]);
});
afterAll(() => rmSync(root, { recursive: true }));

const storeAt = (address: string): StoreOptions['store'] => {
  const read = parseAttachmentStore(address);
  if ('problem' in read) throw new Error(read.problem);
  return read.value;
};

/** Loads one file of the store at an address. */
function load(address: string, path: string, { of: applicationId = OURS, ms = 10_000, keys = S3_KEYS } = {}) {
  const store = keep(openStore({ store: storeAt(address), ...keys, resolve }));
  const read = (request: Omit<Parameters<typeof store.read>[0], 'applicationId'>) =>
    store.read({ applicationId, ...request });
  const fetch = () => Promise.reject(new Error('there is no URL'));
  const files = [{ filename: 'a.pdf', storage: path }];
  return loadAttachments(files, { fetch, read }, AbortSignal.timeout(20_000), ms);
}
const file = (content: string, contentType = 'application/pdf') => [
  { filename: 'a.pdf', contentType, content: Buffer.from(content).toString('base64') },
];
const failed = (code: string, words: RegExp, outcome = 'permanent') => ({
  ...{ outcome, code },
  response: expect.stringMatching(words) as string,
});
const NOT_THERE = failed(
  'TEMPLATE_ERROR',
  /^attachment "a.pdf" \(storage ".*"\): the folder of the application/,
);

describe('attachments in a folder', () => {
  const inFolder = (path: string, of?: string) => load(`file://${root}`, path, { of });

  it.each([['invoices/år 17.pdf'], ['latest.pdf']])('%s is read', async (path) =>
    expect(await inFolder(path)).toEqual(file('ours')),
  );

  it.each([
    ['no.pdf', OURS, NOT_THERE],
    ['secret.pdf', OURS, NOT_THERE],
    ['invoices', OURS, NOT_THERE],
    ['latest.pdf/a', OURS, NOT_THERE],
    ['secret.pdf', 'no-folder', NOT_THERE],
    ['secret.pdf', 'linked', NOT_THERE],
    [`others/secret.pdf`, OURS, failed('TEMPLATE_ERROR', /leads out of the folder/)],
    ['host', OURS, failed('TEMPLATE_ERROR', /leads out of the folder/)],
    [`../${OTHERS}/secret.pdf`, OURS, failed('TEMPLATE_ERROR', /must not have empty parts, "." or ".."/)],
    ['/etc/hostname', OURS, failed('TEMPLATE_ERROR', /must not begin with "\/"/)],
    ['pipe', OURS, NOT_THERE],
    ['large.bin', OURS, failed('REJECTED', /more than 10 MB/)],
  ])('%s of %s is not', async (path, of, result) => expect(await inFolder(path, of)).toMatchObject(result));
});

describe('attachments in a bucket', () => {
  const open = async () => {
    const server = keep(
      await startS3({
        [`p/${OURS}/invoices/år 1+1 (2)'.pdf`]: { body: 'ours', type: 'application/pdf' },
        [`p/${OURS}/large.pdf`]: { body: 'x'.repeat(11 * 1024 * 1024) },
        [`p/${OTHERS}/secret.pdf`]: { body: 'theirs' },
      }),
    );
    return { server, address: `s3://files/p?region=eu-central-1&endpoint=${server.url}` };
  };

  it('are read with a signed request, from the folder of the application', async () => {
    const { address } = await open();
    expect(await load(address, "invoices/år 1+1 (2)'.pdf")).toEqual(file('ours'));
    expect(await load(address, 'secret.pdf', { of: OTHERS })).toEqual(file('theirs'));
    expect(await load(address, 'secret.pdf')).toMatchObject(NOT_THERE_IN_S3);
    expect(await load(address, `${OTHERS}/secret.pdf`)).toMatchObject(NOT_THERE_IN_S3);
    expect(await load(address, 'large.pdf')).toMatchObject(failed('REJECTED', /more than 10 MB/));
  });
  const NOT_THERE_IN_S3 = failed(
    'TEMPLATE_ERROR',
    /S3 answered 404 NoSuchKey: the folder of the application/,
  );

  it('wait for other keys and another bucket, and never show the secret', async () => {
    const { address } = await open();
    const keys = { ...S3_KEYS, secretAccessKey: 'wrong-secret' };
    const refused = await load(address, 'large.pdf', { keys });
    expect(refused).toMatchObject(failed('PROVIDER_ERROR', /403 SignatureDoesNotMatch$/, 'transient'));
    expect(JSON.stringify(refused)).not.toContain('wrong-secret');
    const other = address.replace('s3://files', 's3://other');
    expect(await load(other, 'a.pdf')).toMatchObject(
      failed('PROVIDER_ERROR', /404 NoSuchBucket$/, 'transient'),
    );
  });

  it.each([
    [
      s3Error(403, 'AccessDenied'),
      failed('PROVIDER_ERROR', /403 AccessDenied\. The keys need s3:Get/, 'transient'),
    ],
    [s3Error(500, 'InternalError'), failed('PROVIDER_ERROR', /500 InternalError/, 'transient')],
    [s3Error(503, 'SlowDown'), failed('PROVIDER_ERROR', /503 SlowDown/, 'transient')],
    [{ status: 301 }, failed('PROVIDER_ERROR', /S3 answered 301$/, 'transient')],
    [
      { status: 429, headers: { 'retry-after': '9' } },
      { outcome: 'rate_limited', retryAfterMs: 9000 },
    ],
    [{ status: 404 }, NOT_THERE],
    ['reset' as const, failed('PROVIDER_ERROR', /S3: /, 'transient')],
    ['cut' as const, failed('PROVIDER_ERROR', /S3: /, 'transient')],
    ['hang' as const, failed('TIMEOUT', /S3: /, 'transient')],
  ])('%j is what it says', async (answer, result) => {
    const { server, address } = await open();
    server.next.push(answer);
    const words = answer === 'hang' ? { ms: 300 } : {};
    const expected = result === NOT_THERE ? failed('TEMPLATE_ERROR', /S3 answered 404: the folder/) : result;
    expect(await load(address, 'a.pdf', words)).toMatchObject(expected);
  });

  it('wait for a bucket that is away', async () =>
    expect(await load('s3://files?endpoint=http://127.0.0.1:1', 'a.pdf')).toMatchObject(
      failed('PROVIDER_ERROR', /S3: .*ECONNREFUSED/, 'transient'),
    ));
});

describe('an e-mail with a file of the store', () => {
  it('gets the file of its own application, and its failure concerns the message only', async () => {
    const server = keep(await startSmtpServer());
    const open = (files?: { store: StoreOptions['store'] }) =>
      keep(
        createProviderRegistry({
          ...{ vault: createVault([]), development: true, files, resolve },
          tools: createProviderTools({ development: true }),
          ...{ smtpUrl: `smtp://127.0.0.1:${server.port}`, smtpPoolSize: 1, smtpAllowPlaintext: false },
          inbox: createInboxStore(createConnection()),
          startReports: () => Promise.reject(new Error('no message of sandbox is sent here')),
        }),
      );
    const send = (registry: ReturnType<typeof open>, of: string, storage: string) => {
      const application = { _id: of, integrations: [] };
      const request = {
        application,
        environment: 'production',
        channel: 'email',
        address: 'ada@example.org',
      } as const;
      const [first = ''] = registry.candidates(request).map(({ id }) => id);
      const attachments = [{ filename: 'a.pdf', storage }];
      const message = emailMessage({ content: { subject: 'Hi', text: 'Hi', attachments } });
      return registry.open(request, first).send(message, AbortSignal.timeout(10_000));
    };
    const registry = open({ store: storeAt(`file://${root}`) });
    expect(await send(registry, OTHERS, 'secret.pdf')).toMatchObject({ outcome: 'sent' });
    expect(server.mails[0]?.parsed.attachments[0]?.content.toString()).toBe('theirs');
    expect(await send(registry, OURS, 'secret.pdf')).toMatchObject({ ...NOT_THERE, concerns: 'message' });
    expect(await send(open(), OURS, 'latest.pdf')).toMatchObject({
      ...failed(
        'TEMPLATE_ERROR',
        /^attachment "a.pdf" has "storage", and the worker has no ATTACHMENT_STORE$/,
      ),
      concerns: 'message',
    });
    expect(server.mails).toHaveLength(1);
  });
});
