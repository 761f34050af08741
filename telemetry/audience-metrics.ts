import { counter, readGauge } from './registry';

/** How long counts are shown, milliseconds: longer than another worker may take to count, because the sweep is on any of them. */
const VALID_MS = 120_000;

/** What the sweep has counted. */
export interface AudienceCounts {
  /** Imports that are not done, by their state. */
  imports: Readonly<Record<string, number>>;
  /** Prefixes that the SMS guard holds. */
  heldPrefixes: number;
}

let counts: AudienceCounts = { imports: {}, heldPrefixes: 0 };
let until = 0;

const rows = counter(
  'topic_import_rows_total',
  'Rows of imports that were processed: `subscribed`, `already_subscribed` or `rejected`.',
  ['outcome'],
);
// Without them, nothing shows that an import has processed no row, nor an increase over 0.
for (const outcome of ['subscribed', 'already_subscribed', 'rejected'] as const) rows.inc({ outcome }, 0);
readGauge(
  'topic_imports',
  'Imports that are not done, by their state: `receiving`, `running` or `stopped`. From the worker whose sweep counted last.',
  ['state'],
  (gauge) => {
    if (until < Date.now()) return;
    for (const [state, count] of Object.entries(counts.imports)) gauge.set({ state }, count);
  },
);
readGauge(
  'sms_prefixes_held',
  'Prefixes whose SMS the guard against pumping holds. From the worker whose sweep counted last.',
  [],
  (gauge) => {
    if (until >= Date.now()) gauge.set(counts.heldPrefixes);
  },
);

/** Counts the rows of a page of an import. */
export function countImportRows(page: { subscribed: number; already: number; rejected: number }): void {
  rows.inc({ outcome: 'subscribed' }, page.subscribed);
  rows.inc({ outcome: 'already_subscribed' }, page.already);
  rows.inc({ outcome: 'rejected' }, page.rejected);
}

/** Remembers what the sweep has counted. */
export function noteAudience(counted: AudienceCounts): void {
  counts = counted;
  until = Date.now() + VALID_MS;
}
