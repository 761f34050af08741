import type { Command } from 'commander';
import type { AuditRecord } from '../../api/admin/answers';
import { contextOf } from '../context';
import { afterOption, fields, pageText, table } from '../output';
import { time } from './notification-filters';
import { addAfter, addLimit } from './options';

interface ListOptions {
  about?: string;
  from?: string;
  to?: string;
  after?: string;
  limit?: number;
}

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('who changed what over the admin routes');

  const list = audit
    .command('list', { isDefault: true })
    .description('list the changes, the newest first')
    .option('--about <id>', 'of this thing, application or admin key: its id, or "setting" for ADMIN_API_KEY')
    .option('--from <time>', 'then or later: ISO 8601, UTC where no zone is given', time)
    .option('--to <time>', 'then or before', time);
  addLimit(addAfter(list)).action(async (options: ListOptions, command: Command) => {
    const { admin, output } = contextOf(command);
    const { about, from, to, after, limit } = options;
    const { records, next } = await admin.request<{ records: AuditRecord[]; next: string | null }>({
      doing: 'read the audit log',
      path: ['audit'],
      query: { about, from, to, after, limit },
    });
    output.result({ records, next }, () => pageText(records.map(row), 'There is none.', afterOption(next)));
  });

  audit
    .command('show <id>')
    .description('show one change, with what was before and after')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const { record } = await admin.request<{ record: AuditRecord }>({
        doing: `show the audit record ${id}`,
        path: ['audit', id],
      });
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
  const names = [...new Set([...Object.keys(record.before ?? {}), ...Object.keys(record.after ?? {})])];
  const changes = names.map((field) => ({
    field,
    before: record.before?.[field],
    after: record.after?.[field],
  }));
  return `${head}\n\n${table(changes, 'It says of nothing what was before and after.')}`;
}
