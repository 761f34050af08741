import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { CliError } from '../errors';
import { hostOf } from '../host';

/** What asks MongoDB itself: the admin API of a release knows the indexes of that release only. */
const SCRIPT = path.join(__dirname, '../../worker/migrate');

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description(
      'build the indexes that this release needs, in the MongoDB of MONGODB_URI, before its processes start',
    )
    .action(async (_options: unknown, command: Command) => {
      const host = hostOf(command);
      const source = existsSync(`${SCRIPT}.ts`);
      const args = source ? ['--import', 'tsx', `${SCRIPT}.ts`] : [`${SCRIPT}.js`];
      const child = spawn(process.execPath, args, {
        env: host.env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stdout.pipe(host.stdout, { end: false });
      child.stderr.pipe(host.stderr, { end: false });
      const [code] = (await once(child, 'close')) as [number | null];
      if (code !== 0)
        throw new CliError('the indexes are not all there', {
          next: 'Mend what is said above, and run it again: it goes on where it has ended.',
        });
    });
}
