import { LRUCache } from 'lru-cache';
import { readGauge } from './registry';

/** Maximum number of applications that a gauge shows. The others have no series. */
const MOST_APPLICATIONS = 100;

interface QuotaUse {
  application: string;
  environment: string;
  period: 'month' | 'day';
  ratio: number;
  /** End of the period, milliseconds since 1970. */
  endsAt: number;
}

const quotas = new LRUCache<string, QuotaUse>({ max: 3 * MOST_APPLICATIONS });
let backlogs: { counts: [application: string, count: number][]; until: number } = { counts: [], until: 0 };

readGauge(
  'quota_used_ratio',
  'Share of a quota that is used, 0 to 1, as of the last send that this process accepted or refused, for the 100 applications that sent last.',
  ['application', 'environment', 'period'],
  (gauge) => {
    for (const { ratio, endsAt, ...labels } of quotas.values())
      if (endsAt > Date.now()) gauge.set(labels, ratio);
  },
);
readGauge(
  'backlog_notifications',
  'Accepted notifications that have not begun, of the 100 applications with the most; the others are application="other". From the process that counted last.',
  ['application'],
  (gauge) => {
    if (backlogs.until < Date.now()) return;
    for (const [application, count] of backlogs.counts) gauge.inc({ application }, count);
  },
);

/** Remembers how much of a quota is used. */
export function noteQuota(use: Omit<QuotaUse, 'ratio'> & { used: number; limit: number }): void {
  const { used, limit, ...of } = use;
  quotas.set(`${of.application} ${of.environment} ${of.period}`, {
    ...of,
    ratio: limit <= 0 ? 1 : Math.min(1, used / limit),
  });
}

/** Remembers the backlogs, for as long as another process may take to count. */
export function noteBacklogs(counted: ReadonlyMap<string, number>, validMs: number): void {
  const ordered = [...counted].filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
  const rest = ordered.slice(MOST_APPLICATIONS).reduce((sum, [, count]) => sum + count, 0);
  backlogs = {
    counts: [
      ...ordered.slice(0, MOST_APPLICATIONS),
      ...(rest > 0 ? [['other', rest] as [string, number]] : []),
    ],
    until: Date.now() + validMs,
  };
}
