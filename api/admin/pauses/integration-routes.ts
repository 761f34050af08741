import { integrationPause } from '../../../core/sending/pauses';
import { route } from '../../http/route';
import { INTEGRATIONS, integrationIn, missingIntegration } from '../integrations/integration-in';
import { pauseThing, resumeThing } from './change';
import { pauseAnswer, pauseRequest } from './view';

export const pauseIntegration = route({
  id: 'pauseIntegration',
  tag: 'Integrations',
  method: 'post',
  path: `${INTEGRATIONS}/:id/pause`,
  role: 'editor',
  audit: 'integration.pause',
  summary: 'Pause an integration',
  description:
    'Nothing is sent through it. Messages go to the next integration of the channel, or are held until it is resumed if there is none.',
  body: pauseRequest,
  bodyIsOptional: true,
  answer: pauseAnswer,
  errors: [...missingIntegration, 'PAUSES_FULL'],
  handler: async (call, deps) => {
    const { application, integration } = await integrationIn(deps.store, call);
    const about = [application._id, integration.id];
    return pauseThing(deps, call, { application, of: integrationPause(integration.id), about });
  },
});

export const resumeIntegration = route({
  id: 'resumeIntegration',
  tag: 'Integrations',
  method: 'post',
  path: `${INTEGRATIONS}/:id/resume`,
  role: 'editor',
  audit: 'integration.resume',
  summary: 'Resume a paused integration',
  description: 'What is held is released in the order in which it fell due.',
  answer: pauseAnswer,
  errors: missingIntegration,
  handler: async (call, deps) => {
    const { application, integration } = await integrationIn(deps.store, call);
    const about = [application._id, integration.id];
    const of = integrationPause(integration.id);
    return resumeThing(deps, call, { application, of, about });
  },
});
