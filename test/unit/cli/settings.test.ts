import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSettings } from '../../../cli/settings';

let root: string;
const DEV = { url: 'http://127.0.0.1:3002', key: 'dev-key' };

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'heliograph-settings-'));
  mkdirSync(path.join(root, 'clone/deep/er'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

function devFile(
  directory: string,
  content = JSON.stringify({ admin: { baseUrl: DEV.url, apiKey: DEV.key } }),
): void {
  mkdirSync(path.join(root, directory), { recursive: true });
  writeFileSync(path.join(root, directory, 'dev.json'), content);
}
const read = (flags: { url?: string; adminKey?: string }, env: Record<string, string> = {}, cwd = 'clone') =>
  readSettings({ flags, env, cwd: path.join(root, cwd) });

describe('the address and the key of the admin API', () => {
  it('come from the flags, then the environment, then what `npm start` wrote', () => {
    devFile('clone/.data');
    const env = { HELIOGRAPH_ADMIN_URL: 'https://env.example.com/', HELIOGRAPH_ADMIN_KEY: 'env-key' };
    const flags = { url: 'https://flag.example.com', adminKey: 'flag-key' };
    expect(read(flags, env)).toEqual({ url: 'https://flag.example.com', key: 'flag-key' });
    expect(read({}, env)).toEqual({ url: 'https://env.example.com', key: 'env-key' });
    expect(read({ url: flags.url }, env)).toEqual({ url: flags.url, key: 'env-key' });
    expect(read({})).toEqual(DEV);
    expect(read({}, { HELIOGRAPH_ADMIN_URL: '', HELIOGRAPH_ADMIN_KEY: '' })).toEqual(DEV);
  });

  it('come from the file that a container has the key in', () => {
    const file = path.join(root, 'admin_key');
    const env = { HELIOGRAPH_ADMIN_URL: DEV.url, HELIOGRAPH_ADMIN_KEY_FILE: file };
    expect(() => read({}, env)).toThrow(`the file of the admin key, ${file}, cannot be read`);
    writeFileSync(file, 'file-key\n');
    expect(read({}, env)).toEqual({ url: DEV.url, key: 'file-key' });
    expect(read({}, { ...env, HELIOGRAPH_ADMIN_KEY: 'env-key' }).key).toBe('env-key');
  });

  it('are found from a folder below, the nearest first', () => {
    devFile('clone/.data');
    devFile('.data', '{}');
    expect(read({}, {}, 'clone/deep/er')).toEqual(DEV);
  });

  it('are found in another data folder', () => {
    devFile('elsewhere');
    expect(read({}, { HELIOGRAPH_DATA_DIR: '../elsewhere' })).toEqual(DEV);
    expect(() => read({}, { HELIOGRAPH_DATA_DIR: '../nowhere' })).toThrow('is not known');
  });

  it("never send the development service's key to another address", () => {
    devFile('clone/.data');
    expect(() => read({ url: 'https://other.example.com' })).toThrow(
      'there is no admin key for https://other.example.com',
    );
    expect(read({ url: `${DEV.url}/` })).toEqual(DEV);
    expect(read({ adminKey: 'flag-key' })).toEqual({ url: DEV.url, key: 'flag-key' });
  });

  it('are asked for when they are nowhere, or not readable', () => {
    expect(() => read({})).toThrow('the address of the admin API is not known');
    expect(() => read({ adminKey: 'k' })).toThrow('the address of the admin API is not known');
    devFile('clone/.data', '{ "admin"');
    expect(() => read({})).toThrow(/dev\.json cannot be read/);
  });
});
