import { z } from 'zod';
import { pausedThing } from '../../../core/sending/pauses';
import { answer, timestamp } from '../../http/formats';
import { route } from '../../http/route';
import { applicationIn } from '../applications/application-in';
import { environmentIn } from '../events/environment-in';
import { accountOf } from '../explain/verdict/facts';
import { MOST_COUNTED, upTo, waitingAt } from '../explain/verdict/judge';

const counted = {
  count: z.int().min(0),
  more: z.boolean().describe('There are more than 1,000, and `count` is 1,000.'),
};

const cause = z.object({
  cause: z
    .enum(['PROVIDER', 'PAUSE'])
    .describe('`PROVIDER`: the last attempts at it failed. `PAUSE`: it is paused.'),
  kind: z.enum(['integration', 'smtp', 'channel', 'event']),
  id: z.string().nullable().describe('Of an event its name. Null: the SMTP server of the service.'),
  name: z.string(),
  failure: z.string().nullable().describe('What attempts failed with. Null: it is a pause.'),
  since: timestamp,
  ...counted,
});

/** Says what waits now and why. It counts one range of an index for each line. */
export const viewWaiting = route({
  id: 'viewWaiting',
  tag: 'Statistics',
  method: 'get',
  path: '/admin/v1/applications/:app/waiting/:environment',
  role: 'viewer',
  summary: 'View what waits now, and why',
  description:
    'Open notifications: `running` ones wait for their turn, an answer or the next attempt; `waiting` ones for a time, a receipt or a resume. `causes` are some of them by what stops them. What a pause of an integration holds is counted in both environments.',
  answer: answer('WaitingAnswer', {
    running: z.object(counted),
    waiting: z.object(counted),
    causes: z.array(cause).describe('The most first.'),
  }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, deps) => {
    const { store } = deps;
    const environment = environmentIn(call);
    const application = await applicationIn(store, call);
    const { _id: applicationId, health = {}, pauses = [] } = application;
    const scope = { applicationId, environment };
    const failing = Object.entries(health).flatMap(([id, { failures, ...of }]) => {
      const about = failures > 0 ? accountOf(id, application) : null;
      return about ? [{ id, about, ...of }] : [];
    });
    const holding = pauses.filter(
      ({ of }) => !of.startsWith('event:') || of.startsWith(`event:${applicationId}:${environment}:`),
    );
    const [running, waiting, atProviders, byPauses] = await Promise.all([
      store.operators.count({ scope, status: 'running' }, MOST_COUNTED + 1),
      store.operators.count({ scope, status: 'waiting' }, MOST_COUNTED + 1),
      Promise.all(
        failing.map(async ({ id, about, why, at, restingSince = at }) => ({
          ...{ cause: 'PROVIDER' as const, kind: about.kind as z.output<typeof cause>['kind'] },
          ...{ id: about.id, name: about.name ?? id, failure: why, since: restingSince.toISOString() },
          ...(await waitingAt(deps, scope, id)),
        })),
      ),
      Promise.all(
        holding.map(async ({ of, since }) => {
          const { kind, name: id } = pausedThing(of);
          return {
            cause: 'PAUSE' as const,
            kind: kind === 'event' ? ('event' as const) : ('integration' as const),
            ...{
              id,
              name: accountOf(id, application)?.name ?? id,
              failure: null,
              since: since.toISOString(),
            },
            ...upTo(await store.holds.count(of)),
          };
        }),
      ),
    ]);
    return {
      ...{ running: upTo(running), waiting: upTo(waiting) },
      causes: [...atProviders, ...byPauses]
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count),
    };
  },
});
