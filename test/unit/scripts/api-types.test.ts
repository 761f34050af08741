import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scripts } from '../../../package.json';

const ROOT = path.join(__dirname, '../../..');

/** `npm ci` runs `prepare`: in the image before the sources are copied, in production without what makes types. */
describe('`prepare` of an installation', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'heliograph-prepare-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const copy = (...names: string[]): void => {
    for (const name of names) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      cpSync(path.join(ROOT, name), path.join(folder, name));
    }
  };
  const run = (command: string): string =>
    execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

  it('does nothing without the sources', () => {
    expect(run(scripts['prepare'])).toBe('');
  });

  it('does nothing without the packages for development, which a build needs', () => {
    copy('tools/scripts/api-types.mjs', 'docs/openapi.json', 'docs/admin-openapi.json');
    expect(run(scripts['prepare'])).toBe('');
    expect(() => run('node tools/scripts/api-types.mjs')).toThrow('openapi-typescript');
  });
});
