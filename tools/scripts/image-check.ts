import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Cleanup } from '../bench/cleanup';
import { startMailSink } from '../bench/mail-sink';
import { startServers } from '../bench/servers';
import { run } from '../dev/servers/run';
import { findEngine, NoEngineError } from './image/engine';
import { startImageProcess } from './image/process';

/** Maximum size of the image as a registry sends it, megabytes. */
const MAX_MB = 200;

/**
 * `npm run image:check`: builds the image, runs API, worker and command line from it as its user against a real Temporal
 * and MongoDB, sends a message, and stops both by SIGTERM. An image that is too large fails.
 */
async function main(): Promise<void> {
  const report = (line: string): void => console.error(line);
  const cleanup = new Cleanup();
  try {
    const engine = await findEngine();
    report(`Building with ${engine.description}`);
    const begun = Date.now();
    cleanup.later(() => engine.clean());
    await engine.build(report);
    const rows = [`built in ${Math.round((Date.now() - begun) / 1000)} s`];

    const size = Math.round((await engine.compressedBytes()) / 1e6);
    if (size > MAX_MB) throw new Error(`the image has ${size} MB compressed; ${MAX_MB} MB are the limit`);
    rows.push(`${size} MB compressed`);

    const directory = await mkdtemp(path.join(tmpdir(), 'heliograph-image-'));
    cleanup.later(() => rm(directory, { recursive: true, force: true }));
    const servers = await startServers(directory, cleanup, report, new AbortController().signal);
    const mail = await cleanup.owned(startMailSink(), (one) => one.stop());
    const key = `admin_${randomBytes(24).toString('hex')}`;
    const settings = {
      MONGODB_URI: servers.mongoUri,
      TEMPORAL_ADDRESS: servers.temporalAddress,
      TEMPORAL_NAMESPACE: servers.namespace,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      SMTP_URL: mail.url,
      ADMIN_API_KEY: key,
    };
    const [api, worker] = await Promise.all([
      cleanup.owned(startImageProcess(engine, 'api', settings), (one) => one.stop()),
      cleanup.owned(startImageProcess(engine, 'worker', settings), (one) => one.stop()),
    ]);
    rows.push(`API and worker are ready, as user ${api.user} and ${worker.user}`);

    const heliograph = async (...args: string[]): Promise<string> => {
      const admin = { HELIOGRAPH_ADMIN_URL: api.adminUrl, HELIOGRAPH_ADMIN_KEY: key };
      const { command, args: all } = engine.commandFor(['heliograph', ...args], admin);
      return run(command, all);
    };
    await heliograph('apps', 'create', 'shop', '--from', 'Shop <hello@example.com>');
    await heliograph('senders', 'add', 'domain', 'example.com');
    await heliograph('events', 'push', '/app/examples/events', '--env', 'production');
    const apiKey = /live_[A-Za-z0-9_-]+/.exec(await heliograph('keys', 'create', '--env', 'production'))?.[0];
    rows.push('the command line made an application, its events and a key');

    const to = 'ada@example.com';
    const response = await fetch(`${api.url}/v1/send/welcome`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ to: { email: to, name: 'Ada' }, payload: { name: 'Ada' } }),
    });
    if (response.status !== 200)
      throw new Error(`the send is answered ${response.status}: ${await response.text()}`);
    await mail.mails.of(to);
    rows.push('a send arrived over SMTP');

    const page = await fetch(`${api.adminUrl}/dashboard`);
    if (!(await page.text()).includes('<div id="root">')) throw new Error('/dashboard is not the dashboard');
    rows.push('the dashboard is served');

    for (const [name, one] of Object.entries({ api, worker })) {
      const how = await one.terminate();
      if (!how.startsWith('exited with code 0')) throw new Error(`after SIGTERM the ${name} ${how}`);
    }
    rows.push('both ended by SIGTERM with exit code 0');
    console.log(`The image works (${engine.description}):\n${rows.map((row) => `  ${row}`).join('\n')}`);
  } finally {
    await cleanup.run();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof NoEngineError ? error.message : error);
  process.exitCode = 1;
});
