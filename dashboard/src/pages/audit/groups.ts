import type { components } from '../../../../generated/admin-openapi';
import { objectOf } from './object-of';

type AuditRecord = components['schemas']['AuditRecord'];

/** Changes that follow each other and read the same, the newest first. Never empty. */
export type AuditGroup = readonly [AuditRecord, ...AuditRecord[]];

/** Returns what a reader sees of a change, apart from its time. */
const seen = (record: AuditRecord): string =>
  JSON.stringify([
    record.action,
    objectOf(record),
    record.by.id,
    record.by.name,
    record.outcome,
    record.code,
  ]);

/** Returns records in their order. Those that follow each other and read the same are one group. */
export function groupsOf(records: readonly AuditRecord[]): AuditGroup[] {
  const groups: [AuditRecord, ...AuditRecord[]][] = [];
  for (const record of records) {
    const last = groups.at(-1);
    if (last && seen(last[0]) === seen(record)) last.push(record);
    else groups.push([record]);
  }
  return groups;
}
