import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { Context } from '@temporalio/activity';
import { LRUCache } from 'lru-cache';
import type { Activities, BroadcastProgress } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { withHeartbeat } from '../heartbeat';
import { cancelRest } from './cancel-rest';
import { finish } from './finish';
import { createPace, type Pace } from './pace';
import { reach } from './reach';
import { createShare } from './share';
import { createSteps } from './steps';

/** Broadcasts whose pace is remembered from one run to the next. */
const KEPT_PACES = 100;

/** Does the next part of a broadcast, as its document says. */
export function createRunBroadcast(deps: ActivityDeps): Activities['runBroadcast'] {
  const { store } = deps;
  const share = createShare(deps.waits);
  const steps = createSteps(deps.waits, deps.broadcastShare);
  const paces = new LRUCache<string, { perSecond: number | null; pace: Pace }>({ max: KEPT_PACES });

  async function run(id: string): Promise<BroadcastProgress> {
    const found = await store.broadcasts.get(id);
    if (!found || found.state === 'completed') return { kind: 'ended', details: 'Completed' };
    if (found.state === 'cancelled') return cancelRest(deps, id, steps);
    if (found.state === 'paused') return { kind: 'waits', until: null, details: 'Paused' };
    const { sendAt } = found;
    if (found.state === 'scheduled' && sendAt && sendAt > store.now())
      return { kind: 'waits', until: sendAt.getTime(), details: `Begins at ${sendAt.toISOString()}` };
    if (found.reachedAt) return finish(deps, id);
    const runner = randomUUID();
    const broadcast = await store.broadcasts.begin(id, runner, store.now());
    if (!broadcast) return { kind: 'more', details: 'It has just changed' };
    return reach(deps, broadcast, { runner, pace: paceOf(id, broadcast.perSecond), share, steps });
  }

  function paceOf(id: string, perSecond: number | null): Pace {
    const known = paces.get(id);
    if (known?.perSecond === perSecond) return known.pace;
    const pace = createPace(perSecond, deps.waits);
    paces.set(id, { perSecond, pace });
    return pace;
  }

  return ({ broadcastId }) => {
    // Each of the sends under way listens to it.
    setMaxListeners(0, Context.current().cancellationSignal);
    return withHeartbeat(() => run(broadcastId));
  };
}
