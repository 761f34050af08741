import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { CliError } from '../errors';
import { hostOf } from '../host';

/** Connects to MongoDB itself, because the admin API of a release knows only the indexes of that release. */
const SCRIPT = path.join(__dirname, '../../worker/migrate');

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description(
      'Build the indexes of this release in the MongoDB of MONGODB_URI before its processes start.',
    )
    .action(async (_options: unknown, command: Command) => {
      const host = hostOf(command);
      const args = existsSync(`${SCRIPT}.ts`) ? ['--import', 'tsx', `${SCRIPT}.ts`] : [`${SCRIPT}.js`];
      const child = spawn(process.execPath, args, { env: host.env, stdio: ['ignore', 'pipe', 'pipe'] });
      child.stdout.pipe(host.stdout, { end: false });
      child.stderr.pipe(host.stderr, { end: false });
      const [code] = (await once(child, 'close')) as [number | null];
      if (code !== 0)
        throw new CliError('not all indexes were built', {
          next: 'Correct what the lines above report, and run heliograph migrate again. It keeps the indexes that are built.',
        });
    });
}
