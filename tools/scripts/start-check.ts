import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../dev/servers/run';
import { type Started, startAsNewcomer } from './newcomer';

/**
 * `npm run start:check`: what a newcomer does, with the Node that runs this. It runs `npm start`, sends with the `curl` that is
 * printed, waits for the mail, asks the command line, and presses Ctrl-C.
 */
const MAIL_WITHIN_MS = 60_000;

async function main(): Promise<void> {
  const begun = Date.now();
  const started = await startAsNewcomer();
  const readyAfter = seconds(begun);
  try {
    const response = await run('sh', ['-c', started.curl]);
    if (!response.includes('"status":"accepted"')) throw new Error(`The send is answered ${response}`);
    await mailOf(started, 'ada@example.com');
    const list = ['heliograph', 'notifications', 'list', '--env', 'production'];
    const shown = await run('npx', list, { env: started.env });
    if (!shown.includes('welcome')) throw new Error(`The command line lists ${shown}`);
    const stopping = Date.now();
    await started.stop();
    console.log(
      `Node ${process.versions.node}: ready in ${readyAfter}, the mail arrived, stopped in ${seconds(stopping)}`,
    );
  } finally {
    await started.clean();
  }
}

async function mailOf({ env }: Started, address: string): Promise<void> {
  const url = `http://127.0.0.1:${env.INBOX_PORT}?limit=1`;
  for (const begun = Date.now(); ; await sleep(100)) {
    const inbox = await (await fetch(url, { headers: { accept: 'application/json' } })).text();
    if (inbox.includes(address)) return;
    if (Date.now() - begun > MAIL_WITHIN_MS) throw new Error(`The mail did not come. The inbox has ${inbox}`);
  }
}

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exit(1);
});
