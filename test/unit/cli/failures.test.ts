import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { freePort } from '../../../tools/dev/servers/ports';
import { AdminStub, heliograph, type Ran } from './admin-stub';

const stub = new AdminStub();
/** A folder without `.data` in it or above it. */
let cwd: string;

beforeAll(async () => {
  await stub.start();
  cwd = await mkdtemp(`${tmpdir()}/heliograph-cli-`);
});
afterAll(async () => {
  await stub.stop();
  await rm(cwd, { recursive: true });
});
beforeEach(() => stub.reset());

const run = (...args: string[]): Promise<Ran> =>
  heliograph(args, { cwd, env: { HELIOGRAPH_ADMIN_URL: stub.url, HELIOGRAPH_ADMIN_KEY: 'k' } });

describe('a command that fails', () => {
  it("says what was being done and the service's reason, its own option and the code", async () => {
    stub.answer('POST applications', 400, {
      error: 'Not a domain.',
      code: 'VALIDATION_ERROR',
      field: 'otp_domain',
    });
    expect(await run('apps', 'create', 'demo', '--otp-domain', 'x')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'heliograph: cannot create the application "demo": Not a domain. (--otp-domain) [VALIDATION_ERROR]\n',
    });
  });

  it('names the application whose id it was given', async () => {
    const id = 'b5a341bf-7e0c-4d38-9a55-2f6d1a3c9e70';
    stub.answer(`GET applications/${id}`, 200, { application: { id, name: 'shop' } });
    stub.answer(`GET applications/${id}/senders`, 403, { error: 'No.', code: 'FORBIDDEN' });
    expect((await run('senders', 'list', '--app', id)).stderr).toContain(
      'heliograph: cannot list the senders of "shop": No. [FORBIDDEN]',
    );
  });

  it('points at the admin key when it is refused', async () => {
    stub.answer('GET applications', 401, { error: 'The API key is invalid.', code: 'UNAUTHORIZED' });
    const ran = await run('apps', 'list');
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain(
      '[UNAUTHORIZED]\nCheck the admin key (--admin-key or HELIOGRAPH_ADMIN_KEY).',
    );
  });

  it('points at the address when nothing is there', async () => {
    const ran = await run('apps', 'list', '--url', `http://127.0.0.1:${await freePort()}`);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/cannot be reached \(ECONNREFUSED\)\nCheck that the API runs and .*--url/);
  });

  it('points at the address when something else is there', async () => {
    stub.answer('GET applications', 200, '<html>');
    expect((await run('apps', 'list')).stderr).toMatch(
      /answered 200 without JSON\nCheck that it is the address of the admin API/,
    );
  });

  it('does not carry the key behind a redirect', async () => {
    stub.answer('GET applications', 307, { error: 'Elsewhere.' });
    expect(await run('apps', 'list')).toMatchObject({ code: 1 });
    expect(stub.calls).toHaveLength(1);
  });
});

describe('wrong usage ends with 2 and asks nothing:', () => {
  it.each([
    ['an unknown command', ['aps'], "unknown command 'aps'"],
    ['an unknown option', ['apps', 'list', '--foo'], "unknown option '--foo'"],
    ['no name', ['apps', 'create'], "missing required argument 'name'"],
    ['a quota that is no number', ['apps', 'create', 'x', '--monthly-quota', '-5'], 'whole number'],
    [
      'an unknown environment',
      ['keys', 'create', '--env', 'prod'],
      'Allowed choices are production, sandbox',
    ],
    [
      'an unknown kind of sender',
      ['senders', 'add', 'fax', '1'],
      'Allowed choices are domain, email, phone, alphanumeric',
    ],
    [
      'an unknown subscription',
      ['apps', 'set', 'x', '--subscription', 'on'],
      'Allowed choices are active, inactive',
    ],
    ['nothing to set', ['apps', 'set', 'x'], 'no option says what to change in "x"'],
    [
      'an address that is none',
      ['apps', 'list', '--url', 'localhost:3002'],
      'is not an http or https address',
    ],
  ])('%s', async (_what, args, message) => {
    const ran = await run(...args);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(message);
    expect(stub.calls).toEqual([]);
  });

  it('and help ends with 0, without any setting', async () => {
    for (const args of [['--help'], ['apps', '--help'], ['help', 'events']]) {
      const ran = await heliograph(args, { cwd });
      expect(ran).toMatchObject({ code: 0, stderr: '' });
      expect(ran.stdout).toContain('Usage: heliograph');
    }
  });
});
