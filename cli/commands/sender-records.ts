import type { Command } from 'commander';
import type { SenderRecord, SenderRecords } from '../answers';
import { appContextOf } from '../context';
import { CliError } from '../errors';
import { table } from '../output';
import { appOption } from './options';
import { senderNamed } from './sender-named';

/** Adds the command that prints and checks the records of DNS that a sender needs. */
export function addSenderRecords(senders: Command): void {
  senders
    .command('records <sender>')
    .description('Print and check the DNS records that a domain or an e-mail address needs.')
    .option('--dkim <selectors>', 'DKIM selectors to check, separated by commas.')
    .addOption(appOption())
    .action(async (value: string, { dkim }: { dkim?: string }, command: Command) => {
      const context = await appContextOf(command);
      const { admin, output, path } = context;
      const doing = `check the records of ${value}`;
      const found = await senderNamed(context, value, doing);
      const checked = await admin.get(doing, '/admin/v1/applications/{app}/senders/{id}/records', {
        ...path,
        id: found.id,
        selectors: dkim,
      });
      output.result(checked, () => recordsText(checked));
      const bad = checked.records.filter(({ state }) => state !== 'ok' && state !== 'unclear');
      if (bad.length > 0)
        throw new CliError(`${bad.length} of ${checked.records.length} records are not right.`, {
          next: 'Set them in the DNS of the domain, wait until they are published, and check again.',
        });
    });
}

function recordsText({ domain, records }: SenderRecords): string {
  if (domain === null) return 'This sender needs no records.';
  const rows = records.map(({ state, purpose, type, name }) => ({ state, record: purpose, type, name }));
  return [table(rows, ''), ...records.map(detailText)].join('\n\n');
}

function detailText({
  purpose,
  type,
  name,
  value,
  note,
  needed_by: neededBy,
  found,
  detail,
}: SenderRecord): string {
  const who = neededBy.length > 0 ? ` (${neededBy.join(', ')})` : '';
  return [
    `${purpose}${who}: ${type} ${name ?? '(shown by the provider)'}`,
    value === null ? null : `  set    ${value}`,
    ...found.map((one) => `  found  ${one}`),
    detail === '' ? null : `  ${detail}`,
    `  ${note}`,
  ]
    .filter((line) => line !== null)
    .join('\n');
}
