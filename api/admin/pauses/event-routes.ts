import { z } from 'zod';
import { eventPause, pauseOf } from '../../../core/sending/pauses';
import { route } from '../../http/route';
import { EVENTS, eventIn, missingEvent, scopeIn } from '../events/event-in';
import { pauseThing, resumeThing } from './change';
import { pauseAnswer, pauseRequest } from './view';

const params = { name: z.string().describe('Name of the event.') };

export const pauseEvent = route({
  id: 'pauseEvent',
  tag: 'Events',
  method: 'post',
  path: `${EVENTS}/:name/pause`,
  params,
  role: 'editor',
  audit: 'event.pause',
  summary: 'Pause an event',
  description:
    'Its sends are accepted, and each message that is due is held until the event is resumed. A pause of a paused event changes nothing.',
  body: pauseRequest,
  bodyIsOptional: true,
  answer: pauseAnswer,
  errors: [...missingEvent, 'PAUSES_FULL'],
  handler: async (call, deps) => {
    const { application, scope } = await scopeIn(deps.store, call);
    const { name } = await eventIn(deps.store, scope, call);
    return pauseThing(deps, call, { application, of: eventPause(scope, name), about: [application._id] });
  },
});

export const resumeEvent = route({
  id: 'resumeEvent',
  tag: 'Events',
  method: 'post',
  path: `${EVENTS}/:name/resume`,
  params,
  role: 'editor',
  audit: 'event.resume',
  summary: 'Resume a paused event',
  description:
    'What is held is released in the order in which it fell due. An event that is not paused stays as it is.',
  answer: pauseAnswer,
  errors: missingEvent,
  handler: async (call, deps) => {
    const { application, scope } = await scopeIn(deps.store, call);
    const of = eventPause(scope, call.params.name);
    // A pause may outlive its event.
    if (!pauseOf(application.pauses, of)) await eventIn(deps.store, scope, call);
    return resumeThing(deps, call, { application, of, about: [application._id] });
  },
});
