import { shownBroadcast } from '../../broadcasts/actions';
import { type BroadcastChange, broadcastWithId, changeBroadcast } from '../../broadcasts/change-broadcast';
import { broadcastAnswer } from '../../broadcasts/view';
import { route } from '../../http/route';
import { BROADCAST } from './broadcast-in';

/** Returns the route of a change. */
const changing = <const Change extends BroadcastChange>(
  id: string,
  change: Change,
  words: { summary: string; description: string; errors?: readonly ['PAUSES_FULL'] },
) =>
  route({
    id,
    tag: 'Broadcasts',
    method: 'post',
    path: `${BROADCAST}/${change}`,
    role: 'editor',
    audit: `broadcast.${change}`,
    summary: words.summary,
    description: words.description,
    answer: broadcastAnswer,
    errors: ['BROADCAST_NOT_FOUND', 'BROADCAST_STATE', ...(words.errors ?? [])],
    handler: async (call, deps) => {
      const { id: of } = call.params as { id: string };
      const before = await broadcastWithId(deps.store, of);
      const after = await changeBroadcast(deps, before, change, call.admin.name);
      await call.record({
        about: [before.applicationId, before._id],
        before: { state: before.state },
        after: { state: after.state },
      });
      return shownBroadcast(deps.store, after);
    },
  });

export const cancelBroadcast = changing('cancelBroadcast', 'cancel', {
  summary: 'Cancel a broadcast',
  description: 'It sends nothing more. A cancelled broadcast stays as it is.',
});

export const pauseBroadcast = changing('pauseBroadcast', 'pause', {
  summary: 'Pause a broadcast',
  description: 'It reaches nobody until it is resumed, and recipients who wait are held.',
  errors: ['PAUSES_FULL'],
});

export const resumeBroadcast = changing('resumeBroadcast', 'resume', {
  summary: 'Resume a paused broadcast',
  description: 'It goes on at the place that it had reached, and releases what it holds.',
});
