import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { freePort } from '../../tools/dev/servers/ports';
import { eventually } from './eventually';
import { newAddress } from './journey';
import type { Stack } from './stack';

const ROOT = path.join(__dirname, '../..');

/** Returns the blocks of code of a page in a language, in their order. */
export const codeOf = (page: string, language: string): string[] =>
  [...readFileSync(path.join(ROOT, page), 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, found]) => found === language)
    .map(([, , code = '']) => code);

/** What the programs of a page read from the environment. */
export const settingsOf = ({ production }: Stack): Record<string, string> => ({
  HELIOGRAPH_URL: production.baseUrl,
  HELIOGRAPH_API_KEY: production.key ?? '',
});

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('close', () => resolve(false)).on('connect', () => socket.destroy());
  });

/**
 * Runs a program that receives webhooks at port 9000 of its code, at another port. Returns what it prints after a webhook of
 * the service, and the status of its answer to one that is not genuine.
 */
export async function receives(
  stack: Stack,
  code: string,
  start: (code: string) => Promise<[command: string, args: string[], cwd: string]>,
): Promise<{ id: string; printed: string; forged: number }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const created = await stack.production.post<{ webhook: { uuid: string; signing_secret: string } }>(
    '/v1/webhooks',
    { url },
  );
  const { uuid, signing_secret: secret } = created.body.webhook;
  const [command, args, cwd] = await start(code.replaceAll('9000', String(port)));
  const receiver: ChildProcess = spawn(command, args, {
    cwd,
    env: { ...process.env, HELIOGRAPH_SECRET: secret },
  });
  let printed = '';
  for (const stream of [receiver.stdout, receiver.stderr])
    stream?.on('data', (text: Buffer) => (printed += text.toString()));
  try {
    await eventually('the receiver to listen', async () => {
      if (receiver.exitCode !== null) throw new Error(`the receiver ended: ${printed}`);
      return accepts(port);
    });
    const id = await stack.production.send('welcome', { to: newAddress() });
    await eventually('the receiver to print the webhook', () => Promise.resolve(printed.includes(id)));
    const forged = await fetch(url, {
      method: 'POST',
      body: '{}',
      headers: { 'x-service-signature': 't=1' },
    });
    return { id, printed, forged: forged.status };
  } finally {
    receiver.kill('SIGKILL');
    if (receiver.exitCode === null && receiver.signalCode === null) await once(receiver, 'exit');
    await stack.production.request('DELETE', `/v1/webhooks/${uuid}`);
  }
}
