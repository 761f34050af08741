import type { Command } from 'commander';
import type { ResealPage } from '../answers';
import { contextOf } from '../context';
import { CliError } from '../errors';

/** Maximum number of passes: another process may keep encrypting with another key. */
const MAX_PASSES = 10;

export function addSecretCommands(program: Command): void {
  const secrets = program.command('secrets').description('Manage the encrypted values in the database.');
  secrets
    .command('reseal')
    .description(
      'Encrypt all values with the first key of ENCRYPTION_KEY, so that older keys can be removed.',
    )
    .action(async (_options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const resealed: Record<string, number> = {};
      let unopened: ResealPage['unopened'] = [];
      for (let pass = 1; ; pass++) {
        let count = 0;
        unopened = [];
        let next: ResealPage['next'] | undefined;
        do {
          const page: ResealPage = await admin.post('reseal the secrets', '/admin/v1/secrets/reseal', {
            body: next ?? {},
          });
          for (const [kind, some] of Object.entries(page.resealed)) {
            resealed[kind] = (resealed[kind] ?? 0) + some;
            count += some;
          }
          unopened.push(...page.unopened);
          next = page.next;
        } while (next);
        // The next pass finds what a process without the new key wrote during this one.
        if (count === 0) break;
        if (pass === MAX_PASSES)
          throw new CliError('another process still encrypts with another key', {
            next: 'Set the same ENCRYPTION_KEY for all API and worker processes, restart them, and run it again.',
          });
      }
      if (unopened.length > 0) {
        throw new CliError(`no key in ENCRYPTION_KEY decrypts ${unopened.length} of the encrypted values`, {
          details: unopened.map(({ kind, id }) => `${kind}: ${id}`),
          next: `Put their key back after the first key, and run it again. ${resultText(resealed)}`,
        });
      }
      output.result(
        { resealed },
        () =>
          `${resultText(resealed)}\nEverything is encrypted with the first key. Remove older keys from ENCRYPTION_KEY when every API and worker process has the new first key.`,
      );
    });
}

const resultText = (resealed: Record<string, number>): string => {
  const parts = Object.entries(resealed).map(
    ([kind, count]) => `${count} ${count === 1 ? kind.slice(0, -1) : kind}`,
  );
  return parts.length === 0 ? 'Nothing had to be encrypted again.' : `Encrypted again: ${parts.join(', ')}.`;
};
