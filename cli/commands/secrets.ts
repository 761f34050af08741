import type { Command } from 'commander';
import type { ResealPage } from '../../api/admin/answers';
import { contextOf } from '../context';
import { CliError } from '../errors';

/** Passes after which it gives up on a database in which somebody else keeps sealing with another key. */
const MOST_PASSES = 10;

export function addSecretCommands(program: Command): void {
  const secrets = program.command('secrets').description('what is encrypted in the database');
  secrets
    .command('reseal')
    .description(
      'encrypt it all with the first key of ENCRYPTION_KEY, after which older keys can be taken away',
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
          const page: ResealPage = await admin.request<ResealPage>({
            doing: 'reseal the secrets',
            method: 'POST',
            path: ['secrets', 'reseal'],
            body: next ?? {},
          });
          for (const [kind, some] of Object.entries(page.resealed)) {
            resealed[kind] = (resealed[kind] ?? 0) + some;
            count += some;
          }
          unopened.push(...page.unopened);
          next = page.next;
        } while (next);
        // What was written meanwhile by a process that has not the new key yet is found by the next pass.
        if (count === 0) break;
        if (pass === MOST_PASSES)
          throw new CliError('secrets are still being sealed with another key', {
            next: 'Give the same ENCRYPTION_KEY to all API and worker processes, restart them, and run it again.',
          });
      }
      if (unopened.length > 0) {
        throw new CliError(
          `${unopened.length} of what is sealed cannot be opened: its key is not in ENCRYPTION_KEY`,
          {
            details: unopened.map(({ kind, id }) => `${kind}: ${id}`),
            next: `Put that key back, behind the first, and run it again. ${words(resealed)}`,
          },
        );
      }
      output.result(
        { resealed },
        () =>
          `${words(resealed)}\nAll is sealed with the first key. Older ones can be taken away from ENCRYPTION_KEY once every API and worker process has the new first one.`,
      );
    });
}

const words = (resealed: Record<string, number>): string => {
  const parts = Object.entries(resealed).map(
    ([kind, count]) => `${count} ${count === 1 ? kind.slice(0, -1) : kind}`,
  );
  return parts.length === 0 ? 'Nothing had to be resealed.' : `Resealed: ${parts.join(', ')}.`;
};
