import type { Command } from 'commander';
import type { Promotion } from '../answers';
import { appContextOf } from '../context';
import { hostOf } from '../host';
import { lineDiff } from '../line-diff';
import { fields } from '../output';
import { messageDiffs } from './message-diffs';
import { appOption } from './options';

export function addEventPromote(events: Command): void {
  events
    .command('promote <name>')
    .description('Take an event over from sandbox to production.')
    .addOption(appOption())
    .option(
      '--with-parts',
      'Take along the layouts and partials that it uses, its category, and the texts of the preference page, if production has others.',
    )
    .option('--dry-run', 'Show what the promotion would change and apply nothing.')
    .action(async (name: string, options: { withParts?: true; dryRun?: true }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const isDryRun = options.dryRun === true;
      const promotion = await admin.post(
        `promote the event ${name} of "${app}"`,
        '/admin/v1/applications/{app}/events/{environment}/{name}/promote',
        {
          ...{ ...path, environment: 'sandbox' as const, name },
          body: { with_parts: options.withParts === true, dry_run: isDryRun, differences: isDryRun },
        },
      );
      const { warnings = [], ...result } = promotion;
      for (const { file, line, message } of warnings)
        hostOf(command).stderr.write(`${file}:${line}: warning: ${message}\n`);
      output.result(result, () => describe(promotion, isDryRun));
    });
}

/** Returns what a promotion did, or would do, and which layouts and partials production has otherwise. */
function describe({ changes, parts }: Promotion, isDryRun: boolean): string {
  const names = (of: readonly { name: string }[]): string[] | undefined =>
    of.length > 0 ? of.map(({ name }) => name) : undefined;
  const head = isDryRun
    ? 'Nothing was applied. A promotion to production would change:'
    : 'Promoted to production:';
  const lines = fields(
    {
      created: names(changes.filter(({ change }) => change === 'created')),
      changed: names(changes.filter(({ change }) => change === 'changed')),
      unchanged: names(changes.filter(({ change }) => change === 'unchanged')),
      'with parts': names(parts.filter(({ promoted }) => promoted)),
    },
    '  ',
  );
  const left = parts.filter(({ state, promoted }) => state !== 'same' && !promoted);
  const advice =
    left.length > 0
      ? [`Production has others: ${names(left)?.join(', ')}. To take them along, use --with-parts.`]
      : [];
  const differences = parts.flatMap(({ name, before, after }) =>
    after === undefined ? [] : [`${name}:`, ...lineDiff(before ?? '', after).map((line) => `  ${line}`)],
  );
  return [head, lines, ...advice, ...differences, messageDiffs(changes) ?? []].flat().join('\n');
}
