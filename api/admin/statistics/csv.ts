import type { z } from 'zod';
import type { statisticsSchema } from './schemas';

type Statistics = z.output<typeof statisticsSchema>;

/** A spreadsheet would compute a cell that begins so. */
const FORMULA = /^[=+\-@\t\r]/;

/** Returns a cell of CSV (RFC 4180) that no spreadsheet takes for a formula. */
export function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const HEAD = ['kind', 'name', 'accepted', 'sent', 'delivered', 'failed', 'p50_ms', 'p95_ms', 'p99_ms'];

/** Returns numbers over time as a table: the totals, each period, channel, provider and event, and failures by code. */
export function csvOf({ totals, by, series, providers, events, failures }: Statistics): string {
  const messages = (row: { sent: number; delivered: number; failed: number }) =>
    [row.sent, row.delivered, row.failed] as const;
  const latency = ({ p50_ms: p50, p95_ms: p95, p99_ms: p99 }: Statistics['totals']['latency']) =>
    [p50, p95, p99] as const;
  const rows: (string | number | null)[][] = [
    HEAD,
    ['total', '', totals.accepted, ...messages(totals), ...latency(totals.latency)],
    ...series.map((row) => [by, row.at, row.accepted, ...messages(row), ...latency(row.latency)]),
    ...totals.channels.map((row) => ['channel', row.channel, null, ...messages(row)]),
    ...providers.map((row) => [
      'provider',
      `${row.channel} ${row.integration ?? row.provider ?? 'none'}`,
      null,
      ...messages(row),
    ]),
    ...events.map((row) => ['event', row.event || 'others', row.accepted, ...messages(row)]),
    ...failures.map((row) => [
      'failure',
      `${row.channel} ${row.integration ?? row.provider ?? 'none'} ${row.code}`,
      ...[null, null, null, row.count],
    ]),
  ];
  return rows
    .map((row) => HEAD.map((_, index) => cellOf(row[index] ?? null)).join(','))
    .concat('')
    .join('\r\n');
}
