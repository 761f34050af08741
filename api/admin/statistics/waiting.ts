import { z } from 'zod';
import { eventPause, prefixPause } from '../../../core/sending/pauses';
import { answer, timestamp } from '../../http/formats';
import { route } from '../../http/route';
import { applicationIn } from '../applications/application-in';
import { environmentIn } from '../events/environment-in';
import { accountOf, pausedSubject } from '../explain/verdict/facts';
import { waitingSchema } from '../explain/verdict/remedy';
import { heldWith, waitingAt, withStatus } from '../explain/verdict/waiting-count';

const cause = z.object({
  cause: z
    .enum(['PROVIDER', 'PAUSE'])
    .describe('`PROVIDER`: the last attempts at it failed. `PAUSE`: it is paused.'),
  kind: z.enum(['integration', 'smtp', 'channel', 'event', 'prefix']),
  id: z
    .string()
    .nullable()
    .describe('Of an event its name, of a prefix its calling code. Null: the SMTP server of the service.'),
  name: z.string(),
  failure: z.string().nullable().describe('What attempts failed with. Null: it is a pause.'),
  since: timestamp,
  ...waitingSchema.shape,
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
    running: waitingSchema,
    waiting: waitingSchema,
    causes: z.array(cause).describe('The most first.'),
  }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => {
    const environment = environmentIn(call);
    const application = await applicationIn(store, call);
    const { health = {}, pauses = [] } = application;
    const scope = { applicationId: application._id, environment };
    const failing = Object.entries(health).flatMap(([id, { failures, ...of }]) => {
      const about = failures > 0 ? accountOf(id, application) : null;
      return about ? [{ id, about, ...of }] : [];
    });
    const holding = pauses.flatMap(({ of, since }) => {
      const { kind, id, name } = pausedSubject(of, application);
      const isHere =
        kind === 'integration' ||
        (kind === 'event' && of === eventPause(scope, id)) ||
        (kind === 'prefix' && of === prefixPause(scope, id));
      return isHere ? [{ of, since, about: { kind, id, name: name ?? id } }] : [];
    });
    const [running, waiting, atProviders, byPauses] = await Promise.all([
      withStatus(store, scope, 'running'),
      withStatus(store, scope, 'waiting'),
      Promise.all(
        failing.map(async ({ id, about, why, at, restingSince = at }) => ({
          ...{ cause: 'PROVIDER' as const, ...about, name: about.name ?? id },
          ...{ failure: why, since: restingSince.toISOString() },
          ...(await waitingAt(store, scope, id)),
        })),
      ),
      Promise.all(
        holding.map(async ({ of, since, about }) => ({
          ...{ cause: 'PAUSE' as const, ...about, failure: null, since: since.toISOString() },
          ...(await heldWith(store, of)),
        })),
      ),
    ]);
    return {
      running,
      waiting,
      causes: [...atProviders, ...byPauses]
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count),
    };
  },
});
