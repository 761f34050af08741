import type { Command } from 'commander';
import type { AuditRecord } from '../answers';
import { contextOf } from '../context';
import { afterOption, fields, pageText, table } from '../output';
import { addAfter, addLimit, pastTime } from './options';

interface ListOptions {
  about?: string;
  from?: string;
  to?: string;
  after?: string;
  limit?: number;
}

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('Show who changed what over the admin API.');

  const list = audit
    .command('list', { isDefault: true })
    .description('List the changes, newest first.')
    .option('--about <id>', 'Id of a resource, application or admin key, or "setting" for ADMIN_API_KEY.')
    .option(
      '--from <time>',
      'Start of the range: 30m, 1h or 7d ago, or a time, in UTC if it has no zone.',
      pastTime,
    )
    .option('--to <time>', 'End of the range (default: now).', pastTime);
  addLimit(addAfter(list)).action(
    async ({ about, from, to, after, limit }: ListOptions, command: Command) => {
      const { admin, output } = contextOf(command);
      const answer = await admin.get('read the audit log', '/admin/v1/audit', {
        about,
        from,
        to,
        after,
        limit,
      });
      const { records, next } = answer;
      output.result({ records, next }, () =>
        pageText(records.map(row), 'There are no changes.', afterOption(next)),
      );
    },
  );

  audit
    .command('show <id>')
    .description('Show a change with the values before and after it.')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const { record } = await admin.get(`show the audit record ${id}`, '/admin/v1/audit/{id}', { id });
      output.result(record, () => describe(record));
    });
}

const outcomeOf = ({ outcome, code }: AuditRecord): string =>
  code === null ? outcome : `${outcome}, ${code}`;

const row = (record: AuditRecord) => ({
  at: record.at,
  by: record.by.name,
  action: record.action,
  outcome: outcomeOf(record),
  changed: Object.keys(record.after ?? record.before ?? {}),
  id: record.id,
});

function describe(record: AuditRecord): string {
  const head = fields({
    record: record.id,
    at: record.at,
    by: `${record.by.name}, ${record.by.role} (${record.by.id})`,
    from: record.address,
    request: record.request_id,
    action: record.action,
    path: record.path,
    about: record.about,
    outcome: outcomeOf(record),
  });
  const changes = Object.keys({ ...record.before, ...record.after }).map((field) => ({
    field,
    before: record.before?.[field],
    after: record.after?.[field],
  }));
  return `${head}\n\n${table(changes, 'The record has no values before or after the change.')}`;
}
