import type { z } from 'zod';
import { statisticsQuery, usageQuery } from '../../../core/schemas/statistics';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { applicationIn } from '../applications/application-in';
import { environmentIn } from '../events/environment-in';
import { csvOf } from './csv';
import { rangeBefore, rangeOf } from './range';
import { statisticsSchema, usageSchema } from './schemas';
import { usageOf } from './usage';
import { statisticsView, totalsView } from './view';

export const getStatistics = route({
  id: 'getStatistics',
  tag: 'Statistics',
  method: 'get',
  path: '/admin/v1/applications/:app/statistics/:environment',
  role: 'viewer',
  summary: 'View numbers over time',
  description:
    'By hour or by UTC day, counted when something happens. At most eight days by hour, or 400 days by day. They are a few seconds old, and miss up to five seconds of a process that was killed.',
  query: statisticsQuery,
  answer: answer('StatisticsAnswer', { statistics: statisticsSchema }),
  asText: {
    type: 'text/csv',
    description:
      'With `Accept: text/csv`. A row for the totals, each hour or day, channel, provider and event, and each failure by code. Texts that a spreadsheet would compute begin with an apostrophe.',
    example:
      'kind,name,accepted,sent,delivered,failed,p50_ms,p95_ms,p99_ms\r\ntotal,,4,4,3,0,900,1800,1840\r\n',
    of: ({ statistics }: { statistics: z.output<typeof statisticsSchema> }) => csvOf(statistics),
  },
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store, backlogLimit }) => {
    const environment = environmentIn(call);
    const range = rangeOf(call.query, new Date());
    const application = await applicationIn(store, call);
    const { _id: applicationId, integrations = [], backlog = 0 } = application;
    const scope = { applicationId, environment };
    const before = call.query.compare === 'true' ? rangeBefore(range) : null;
    const [sums, earlier] = await Promise.all([
      store.statistics.sums({ scope, ...range }),
      before && store.statistics.sums({ scope, ...before }),
    ]);
    return {
      statistics: {
        ...statisticsView(sums, range, integrations),
        ...(before && earlier && { previous: totalsView(earlier, before) }),
        backlog: { not_begun: backlog, limit: backlogLimit },
      },
    };
  },
});

export const getUsage = route({
  id: 'getUsage',
  tag: 'Statistics',
  method: 'get',
  path: '/admin/v1/applications/:app/usage/:environment',
  role: 'viewer',
  summary: 'View the use of quotas over a month',
  query: usageQuery,
  answer: answer('UsageAnswer', { usage: usageSchema }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => {
    const environment = environmentIn(call);
    const { month } = call.query;
    const application = await applicationIn(store, call);
    return { usage: await usageOf(store, application, { environment, month }) };
  },
});
