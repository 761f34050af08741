import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { StartError } from './data-folder';
import { runningFacts } from './running-facts';
import { ServerNotFoundError } from './servers/locate';
import { reportIfSlow } from './servers/report';
import { locateTemporal } from './servers/temporal';
import { terminal } from './terminal';

/*
 * `npm run temporal -- workflow list`: Temporal's command line, against the server that `npm start` runs or uses. What it
 * prints goes to stdout untouched, so that `--output json` can be piped.
 */

async function main(args: string[]): Promise<number> {
  const { temporalAddress, temporalNamespace, temporalUi } = await runningFacts();
  const { command } = await locateTemporal(
    reportIfSlow((line) => void process.stderr.write(`${line}\n`)),
  ).catch((error: unknown) => {
    if (!(error instanceof ServerNotFoundError)) throw error;
    const browser = temporalUi === null ? '' : ` Its UI shows the same: ${temporalUi}`;
    throw new StartError(
      `The Temporal server at ${temporalAddress} runs, but this machine has no Temporal command line.${browser}\n${error.message}`,
    );
  });
  const env = { ...process.env, TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE: temporalNamespace };
  const child = spawn(command, args, { stdio: 'inherit', env });
  // Ctrl-C reaches the child too, which ends in its own way.
  process.on('SIGINT', () => undefined);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
  });
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    terminal.fail(error instanceof StartError ? error.message : String((error as Error).stack ?? error));
    process.exit(1);
  },
);
