import { Option, type Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import { PERIODS, type Period } from '../../core/statistics/period';
import type { Numbers, Statistics, Usage } from '../answers';
import { appContextOf } from '../context';
import { fields, table } from '../output';
import { appOption, environmentOption, pastTime } from './options';

interface StatisticsOptions {
  env: Environment;
  since?: string;
  until?: string;
  by?: Period;
  csv?: true;
}

const STATISTICS = '/admin/v1/applications/{app}/statistics/{environment}';

/** The commands that show numbers over time. */
export function addStatisticsCommands(program: Command): void {
  program
    .command('statistics')
    .description('Show numbers over time: accepted, sent, delivered, failed, and latencies.')
    .addOption(environmentOption())
    .addOption(appOption())
    .option(
      '--since <time>',
      'Start of the range: 1h or 7d ago, or a time (default: 24h, by day 30d).',
      pastTime,
    )
    .option('--until <time>', 'End of the range (default: now).', pastTime)
    .addOption(new Option('--by <period>', 'Period of a row. Days are in UTC.').choices(PERIODS))
    .option('--csv', 'Print CSV for a spreadsheet.')
    .action(async ({ env, since, until, by, csv }: StatisticsOptions, command: Command) => {
      const { admin, output, host, app, path } = await appContextOf(command);
      const asked = { ...path, environment: env, from: since, to: until, by };
      const doing = `read the statistics of "${app}" in ${env}`;
      if (csv) {
        host.stdout.write(await admin.csv(doing, STATISTICS, asked));
        return;
      }
      const { statistics } = await admin.get(doing, STATISTICS, asked);
      output.result(statistics, () => describe(statistics));
    });

  program
    .command('usage')
    .description('Show how much of its quotas an application uses, and its numbers for each day of a month.')
    .addOption(environmentOption())
    .addOption(appOption())
    .option('--month <month>', 'Month in UTC, such as 2026-03 (default: the current month).')
    .action(async ({ env, month }: { env: Environment; month?: string }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { usage } = await admin.get(
        `read the usage of "${app}" in ${env}`,
        '/admin/v1/applications/{app}/usage/{environment}',
        { ...path, environment: env, month },
      );
      output.result(usage, () => describeUsage(usage));
    });
}

function describe({ by, series, totals, providers, failures, backlog }: Statistics): string {
  const periods = series.filter(
    ({ accepted, sent, failed, delivered }) => accepted + sent + failed + delivered > 0,
  );
  const parts = [
    table(
      [...periods.map(({ at, ...numbers }) => row(by === 'hour' ? at : at.slice(0, 10), numbers))].concat(
        periods.length > 0 ? row('total', totals) : [],
      ),
      'Nothing was sent in that time.',
    ),
    providers.length > 0 &&
      table(
        providers.map(({ channel, provider, integration, sent, delivered, failed, bounced, complained }) => ({
          channel,
          provider: integration || provider,
          ...{ sent, delivered, failed, bounced, complained },
        })),
        '',
      ),
    failures.length > 0 &&
      table(
        failures.map(({ count, code, channel, provider, integration }) => ({
          ...{ failed: count, code, channel },
          provider: integration || provider,
        })),
        '',
      ),
    fields({
      'webhook attempts': `${totals.webhook_attempts.delivered} delivered, ${totals.webhook_attempts.retry} to retry, ${totals.webhook_attempts.failed} failed`,
      'not begun now': `${backlog.not_begun} (sends are refused above ${backlog.limit})`,
    }),
  ];
  return parts.filter((part) => part !== false).join('\n\n');
}

const row = (at: string, { accepted, sent, delivered, failed, latency }: Numbers) => ({
  ...{ at, accepted, sent, delivered, failed },
  p50: duration(latency.p50_ms),
  p95: duration(latency.p95_ms),
  p99: duration(latency.p99_ms),
});

function duration(ms: number | null): string | null {
  if (ms === null) return null;
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function describeUsage({ month, quotas, days }: Usage): string {
  const head = quotas.map(({ per, limit, used, ends_at: ends }) => [
    `quota of the ${per}`,
    `${used} of ${limit} used, until ${ends}`,
  ]);
  const rows = days
    .filter(({ accepted }) => accepted > 0)
    .map(({ day, accepted, counted, channels }) => ({
      ...{ day, accepted, counted },
      sent: channels.map(({ channel, sent }) => `${channel} ${sent}`),
    }));
  return `${fields(Object.fromEntries(head) as Record<string, string>)}\n\n${table(rows, `Nothing was accepted in ${month}.`)}`;
}
