import { z } from 'zod';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { applicationIn } from '../applications/application-in';
import { environmentIn } from '../events/environment-in';
import { incidentsIn } from './gather';
import { incidentSchema } from './incident';

/** Says what is wrong now. Each page of the dashboard asks, so it is cheap. */
export const listIncidents = route({
  id: 'listIncidents',
  tag: 'Incidents',
  method: 'get',
  path: '/admin/v1/applications/:app/incidents/:environment',
  role: 'viewer',
  summary: 'List what is wrong now',
  description:
    'One line for each cause, what stops everything first. It reads what is stored, and what Temporal and DNS answered last.',
  answer: answer('IncidentsAnswer', { incidents: z.array(incidentSchema) }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, deps) => {
    const application = await applicationIn(deps.store, call);
    return { incidents: await incidentsIn(deps, application, environmentIn(call)) };
  },
});
