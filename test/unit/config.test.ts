import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError, loadConfig } from '../../process/config';
import { attachmentFiles } from '../../worker/attachment-files';

const base64 = (bytes: Buffer): string => bytes.toString('base64');
const good = (): string => base64(randomBytes(32));
const row = Buffer.from(Array.from({ length: 32 }, (_, index) => index));

describe('keys in production', () => {
  it.each([
    ['all zero', Buffer.alloc(32), 'is the byte 0 repeated'],
    ['one byte over and over', Buffer.alloc(32, 7), 'is the byte 7 repeated'],
    ['a few bytes over and over', Buffer.alloc(32, randomBytes(8)), 'repeats itself'],
    ['a row of numbers', row, 'is a sequence of numbers'],
    ['text', Buffer.from('the quick brown fox jumps over 1'), 'is text'],
  ])('an encryption key that is %s is refused, with the command that makes a good one', (_, key, words) => {
    const load = (env: Record<string, string>) => loadConfig({ ENCRYPTION_KEY: base64(key), ...env });
    expect(() => load({})).toThrow(ConfigError);
    expect(() => load({})).toThrow(
      `ENCRYPTION_KEY: its first key ${words} and protects nothing. Put a random key (openssl rand -base64 32) and a comma before it`,
    );
    expect(() => load({})).not.toThrow(base64(key));
    expect(load({ HELIOGRAPH_MODE: 'development' }).ENCRYPTION_KEY).toEqual([key]);
  });

  it('a weak one still opens what it sealed behind one that is good', () => {
    const env = { ENCRYPTION_KEY: `${good()},${base64(Buffer.alloc(32))}` };
    expect(loadConfig(env).ENCRYPTION_KEY).toHaveLength(2);
  });

  it('random ones are taken, whatever their bytes', () => {
    for (let round = 0; round < 2000; round++) loadConfig({ ENCRYPTION_KEY: good() });
  });

  it.each([
    ['admin_aaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'repeats itself'],
    ['admin_0000000000000000000000000000', 'repeats itself'],
    ['admin_abcdefghijklmnopqrstuvwxyz', 'is a sequence of letters or digits'],
    ['admin_0123456789abcdefghijklmnopqrstuv', 'is a sequence of letters or digits'],
    ['admin_01234567890123456789012345', 'is a sequence of letters or digits'],
    ['admin_please-change-me-before-production', 'is an example'],
  ])('the admin key %s is refused, with the command that makes a good one', (key, words) => {
    const load = (env: Record<string, string>) => loadConfig({ ADMIN_API_KEY: key, ...env });
    expect(() => load({})).toThrow(
      `ADMIN_API_KEY: ${words} and is easy to guess. Create one with: echo "admin_$(openssl rand -hex 24)"`,
    );
    expect(() => load({})).not.toThrow(key);
    expect(load({ HELIOGRAPH_MODE: 'development' }).ADMIN_API_KEY).toBe(key);
  });

  it('random admin keys are taken', () => {
    for (let round = 0; round < 2000; round++)
      loadConfig({ ADMIN_API_KEY: `admin_${randomBytes(13).toString('hex')}` });
  });
});

test.each(['mailhost', '127.0.0.1', '[300.0.0.1]', 'mail example.com'])(
  'EHLO cannot give the name %s',
  (name) => {
    expect(() => loadConfig({ SMTP_EHLO_NAME: name })).toThrow(/SMTP_EHLO_NAME: must be a full domain name/);
  },
);

test.each(['mail.example.com', '[192.0.2.1]', '[IPv6:2001:db8::1]'])('EHLO can give the name %s', (name) => {
  expect(loadConfig({ SMTP_EHLO_NAME: name }).SMTP_EHLO_NAME).toBe(name);
});

describe('the store of attachments', () => {
  const S3 = { ATTACHMENT_STORE: 's3://files?region=eu-central-1' };
  const ID = { ATTACHMENT_STORE_ACCESS_KEY_ID: 'AKIA' };
  const SECRET = { ATTACHMENT_STORE_SECRET_ACCESS_KEY: 'very-secret' };

  it('is none, a folder, or a bucket with its keys', () => {
    expect(loadConfig({ ATTACHMENT_STORE: '' }).ATTACHMENT_STORE).toBeUndefined();
    expect(loadConfig({ ATTACHMENT_STORE: 'file:///srv/a' }).ATTACHMENT_STORE).toMatchObject({
      path: '/srv/a',
    });
    expect(loadConfig({ ...S3, ...ID, ...SECRET }).ATTACHMENT_STORE).toMatchObject({ bucket: 'files' });
  });

  it.each([
    [{ ATTACHMENT_STORE: 's3://files', ...ID, ...SECRET }, 'ATTACHMENT_STORE: needs "region"'],
    [{ ...S3, ...SECRET }, 'ATTACHMENT_STORE_ACCESS_KEY_ID: is missing'],
    [{ ...S3, ...ID }, 'ATTACHMENT_STORE_SECRET_ACCESS_KEY: is missing'],
    [{ ATTACHMENT_STORE: 'file:///srv/a', ...ID }, 'ATTACHMENT_STORE_ACCESS_KEY_ID: belongs to'],
  ])('is refused with the name of the setting: %j', (env, words) => {
    expect(() => loadConfig(env)).toThrow(words);
    expect(() => loadConfig(env)).not.toThrow('very-secret');
  });

  it('is refused by a worker if its folder cannot be read', () => {
    const files = (folder: string) => attachmentFiles(loadConfig({ ATTACHMENT_STORE: `file://${folder}` }));
    expect(() => files('/no/such')).toThrow(ConfigError);
    expect(() => files('/no/such')).toThrow('ATTACHMENT_STORE: /no/such cannot be read (ENOENT)');
    expect(() => files('/etc/hostname')).toThrow('ATTACHMENT_STORE: /etc/hostname is not a folder');
    expect(files(tmpdir())).toMatchObject({ store: { path: tmpdir() } });
  });
});

test('fault points are refused in production', () => {
  const env = { HELIOGRAPH_FAULT: 'after-insert' };
  expect(() => loadConfig(env)).toThrow('HELIOGRAPH_FAULT: makes the process crash');
  expect(loadConfig({ ...env, HELIOGRAPH_MODE: 'development' }).HELIOGRAPH_FAULT).toBe('after-insert');
});

test('Temporal is spoken to uncompressed by default, and an unknown compression is refused', () => {
  expect(loadConfig({}).TEMPORAL_COMPRESSION).toBe('none');
  expect(loadConfig({ TEMPORAL_COMPRESSION: 'gzip' }).TEMPORAL_COMPRESSION).toBe('gzip');
  expect(() => loadConfig({ TEMPORAL_COMPRESSION: 'zstd' })).toThrow(/TEMPORAL_COMPRESSION/);
});

test.each([
  ['', ['api', 'worker']],
  ['api,worker', ['api', 'worker']],
  ['worker, api', ['api', 'worker']],
  ['api', ['api']],
  ['worker', ['worker']],
])('the roles "%s" are %j', (given, roles) => {
  expect(loadConfig({ HELIOGRAPH_ROLES: given }).HELIOGRAPH_ROLES).toEqual(roles);
});

test.each([
  ['api,sweeper', 'has an unknown role "sweeper"'],
  ['API', 'has an unknown role "API"'],
  [',', 'has an empty role'],
  ['api,', 'has an empty role'],
])('the roles "%s" are refused: %s', (given, problem) => {
  expect(() => loadConfig({ HELIOGRAPH_ROLES: given })).toThrow(
    `HELIOGRAPH_ROLES: ${problem}. Set api, worker or api,worker`,
  );
});

describe('a setting in a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'heliograph-settings-'));
  const file = path.join(folder, 'secret');
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['as it is', ''],
    ['with the line end of an editor', '\n'],
    ['with the line end of Windows', '\r\n'],
  ])('is read %s', (_, end) => {
    const key = good();
    writeFileSync(file, `${key}${end}`);
    expect(loadConfig({ ENCRYPTION_KEY_FILE: file }).ENCRYPTION_KEY).toEqual([Buffer.from(key, 'base64')]);
  });

  it('is not set if the file is empty', () => {
    writeFileSync(file, '\n');
    expect(loadConfig({ SMTP_URL_FILE: file }).SMTP_URL).toBeUndefined();
  });

  it('is refused with the name of the file, beside all other problems', () => {
    const load = () => loadConfig({ SMTP_URL_FILE: path.join(folder, 'gone'), API_PORT: 'x' });
    expect(load).toThrow(/SMTP_URL_FILE: \S+gone cannot be read \(ENOENT\)\n {2}API_PORT: /);
  });

  it('is refused beside the setting itself, and neither value is shown', () => {
    writeFileSync(file, 'smtp://other:secret@mail');
    const load = () => loadConfig({ SMTP_URL: 'smtp://user:secret@mail', SMTP_URL_FILE: file });
    expect(load).toThrow('SMTP_URL: is set, and so is SMTP_URL_FILE. Set only one of them');
    expect(load).not.toThrow('secret');
  });
});
