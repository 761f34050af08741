import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { AdminStub } from '../../unit/cli/admin-stub';

const BIN = path.join(__dirname, '../../../cli/bin.js');

describe('heliograph as a process, started in another folder', () => {
  const stub = new AdminStub();
  let cwd: string;
  beforeAll(async () => {
    await stub.start();
    cwd = await mkdtemp(path.join(tmpdir(), 'heliograph-cli-'));
  });
  afterAll(async () => {
    await stub.stop();
    await rm(cwd, { recursive: true });
  });

  /** Nothing of this process's settings reaches it but what `env` says. */
  async function heliograph(args: string[], env: Record<string, string> = {}, input = '') {
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd,
      env: { PATH: process.env['PATH'], ...env },
    });
    child.stdin.end(input);
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const [code, stdout, stderr] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
    return { code, stdout, stderr };
  }

  it('reads its arguments, the environment, the standard input and files of that folder, and ends with 0', async () => {
    const integration = {
      ...{ id: 'i-1', channel: 'sms', provider: 'twilio', name: 'twilio', priority: 100, per_second: null },
      ...{ settings: {}, secrets: [], health: { state: 'ok' } },
    };
    stub.answer('POST applications/demo/integrations', 201, { success: true, integration });
    await writeFile(path.join(cwd, 'sid.txt'), 'AC123\n');
    const ran = await heliograph(
      [
        ...['integrations', 'add', 'twilio', '--channel', 'sms', '--app', 'demo', '--json'],
        ...['--set', 'account_sid=@sid.txt', '--set', 'auth_token=-'],
      ],
      { HELIOGRAPH_ADMIN_URL: stub.url, HELIOGRAPH_ADMIN_KEY: 'admin-key' },
      'secret\n',
    );
    expect(ran).toEqual({ code: 0, stdout: `${JSON.stringify(integration, null, 2)}\n`, stderr: '' });
    expect(stub.calls).toMatchObject([
      {
        authorization: 'Bearer admin-key',
        body: { settings: { account_sid: 'AC123', auth_token: 'secret' } },
      },
    ]);
  });

  it('ends with 2 and says on the standard error what is missing', async () => {
    expect(await heliograph(['apps', 'list'])).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^heliograph: the address of the admin API is not known\nRun this in the folder/,
      ),
    });
  });
});
