import type { Activities } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { withHeartbeat } from '../heartbeat';
import { attempt } from './attempt';
import { claim } from './claim';
import { settle } from './settle';

/**
 * One attempt at one SEND: claim, prepare, transmit, settle. All races are decided by the conditional updates of the
 * claim and of the outcome (docs/internals/races/README.md).
 */
export function createDeliver(deps: ActivityDeps): Activities['deliver'] {
  return (input) =>
    withHeartbeat(async () => {
      const claimed = await claim(deps, input);
      if ('outcome' in claimed) return { ...claimed, step: input.step };
      const settlement = await attempt(claimed);
      return { ...(await settle(claimed, settlement)), step: input.step };
    });
}
