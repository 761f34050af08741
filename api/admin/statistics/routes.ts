import type { Router } from 'express';
import { statisticsQuery, usageQuery } from '../../../core/schemas/statistics';
import type { ApiDeps } from '../../deps';
import { parse } from '../../http/api-error';
import { resource } from '../../http/resource';
import { applicationIn } from '../applications/application-in';
import { environmentIn } from '../events/environment-in';
import { rangeOf } from './range';
import { usageOf } from './usage';
import { statisticsView } from './view';

/** Routes that read an application's numbers over time. */
export function statisticsRoutes(router: Router, { store, backlogLimit }: ApiDeps): void {
  resource(router, '/admin/v1/applications/:app/statistics/:environment', {
    get: async (request, response) => {
      const environment = environmentIn(request);
      const range = rangeOf(parse(statisticsQuery, request.query), new Date());
      const application = await applicationIn(store, request);
      const { _id: applicationId, integrations = [], backlog = 0 } = application;
      const sums = await store.statistics.sums({ scope: { applicationId, environment }, ...range });
      response.json({
        success: true,
        statistics: {
          ...statisticsView(sums, range, integrations),
          backlog: { not_begun: backlog, limit: backlogLimit },
        },
      });
    },
  });

  resource(router, '/admin/v1/applications/:app/usage/:environment', {
    get: async (request, response) => {
      const environment = environmentIn(request);
      const { month } = parse(usageQuery, request.query);
      const application = await applicationIn(store, request);
      const usage = await usageOf(store, application, { environment, month });
      response.json({ success: true, usage });
    },
  });
}
