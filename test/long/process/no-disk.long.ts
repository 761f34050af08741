import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { HttpApi } from '../../support/http-api';
import { newAddress, untilEnded } from '../../support/journey';
import { outside } from '../../support/outside';
import { pushEvent } from '../../support/quiet-hours';
import { type Stack, startStack } from '../../support/stack';

const MJML =
  '<mjml><mj-body><mj-section><mj-column><mj-text>Hi {{name}}</mj-text></mj-column></mj-section></mj-body></mjml>';

/**
 * No file of such a process can have a byte (setrlimit(2), RLIMIT_FSIZE), as on a full disk or a read-only one. Node ignores
 * the signal SIGXFSZ, so a write fails with EFBIG.
 */
const WITHOUT_DISK = ['-c', 'ulimit -f 0; exec "$@"', 'sh'];

let stack: Stack;
const started: { child: ChildProcess; output: () => string }[] = [];
beforeAll(async () => {
  stack = await startStack({ withoutWorker: true });
});
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await stack?.stop();
});

/** Starts a process as in production. Returns the ports of its listeners. */
async function start(entry: 'api' | 'worker'): Promise<{ production: number }> {
  const nowhere = '/nonexistent';
  const child = spawn('sh', [...WITHOUT_DISK, process.execPath, outside.builtFile(entry)], {
    cwd: '/',
    env: {
      ...{ PATH: process.env.PATH, ...stack.apiEnv, HELIOGRAPH_MODE: 'production', NODE_ENV: 'production' },
      ...{ HOME: nowhere, TMPDIR: nowhere, XDG_CACHE_HOME: nowhere },
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  started.push({ child, output: () => output });
  return new Promise((resolve, reject) => {
    child.on('message', (message: { type: string; ports?: { production: number } }) => {
      if (message.type === 'ready') resolve(message.ports ?? { production: 0 });
    });
    child.on('exit', (code) => reject(new Error(`the ${entry} ended with ${code}:\n${output}`)));
  });
}

test('API and worker that can write no file accept, render, send, and stop in order', async () => {
  const [{ production }] = await Promise.all([start('api'), start('worker')]);
  const api = new HttpApi(`http://127.0.0.1:${production}`, stack.production.key);
  await pushEvent(stack, 'text', 'retry_for: 1h');
  const files = `[{ filename: a.bin, content: '{{file}}' }]`;
  const content = `templates: { email: { en: { subject: Hi, mjml: '${MJML}', attachments: ${files} } } }\n`;
  const path = `/admin/v1/applications/${stack.applicationId}/events/production`;
  expect((await stack.admin.request('PUT', path, { files: [{ name: 'rich.yaml', content }] })).status).toBe(
    200,
  );

  const file = Buffer.alloc(500_000, 7).toString('base64');
  const to = newAddress();
  const ids = [
    await api.send('text', { to }),
    await api.send('rich', { to, payload: { name: 'Ada', file } }),
  ];
  for (const id of ids) expect(await untilEnded(api, id)).toMatchObject({ status: 'completed' });
  expect(stack.smtp.mailsTo(to)).toHaveLength(2);

  for (const { child, output } of started) {
    expect(output()).not.toMatch(/EFBIG|ENOSPC|EROFS|EACCES|ENOENT/);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect({ code: child.exitCode, output: output() }).toMatchObject({ code: 0 });
  }
});
