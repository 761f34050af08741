import { randomOf } from '../random';
import type { Add, WorldPlan } from './action';

/** Adds signals, quiet hours, paced integrations, and what operators do, around what a plan sends. */
export function addMoreOfLife(plan: WorldPlan, add: Add, severity: number): void {
  const random = randomOf(plan.seed, 'more of life');
  plan.quietMinute = random.pick([0, 1]);
  const integrations = [...plan.providers, 'textline'];
  for (const id of integrations) if (random.chance(0.25)) plan.perSecond[id] = random.pick([0.2, 1, 2]);
  let last = 0;
  for (const send of plan.actions) {
    if (send.kind !== 'send') continue;
    const { at, event, to: addresses } = send;
    const [to = ''] = addresses;
    last = Math.max(last, at);
    if (event === 'question' && random.chance(0.6))
      add({
        at: at + random.pick([50, 1_000, 15_000, 22_000]) * random.next(),
        kind: 'signal',
        event,
        to,
      } as never);
    if (event === 'letter' && random.chance(0.3)) send.sendInMs = random.between(40_000, 65_000);
  }
  const soon = (): number => random.between(1_000, last + 45_000);
  const times = (most: number): number => random.below(most + 1);
  for (let left = times(4); left > 0; left -= 1) {
    const does = random.pick(['retry', 'retry', 'retry', 'reopen', 'reopen', 'cancel', 'terminate']);
    add({ at: soon(), kind: 'operate', does } as never);
  }
  if (random.chance(0.3)) {
    const perSecond = random.pick([null, null, 0.2, 1]);
    add({ at: soon(), kind: 'pace', integration: random.pick(integrations), perSecond } as never);
  }
  if (severity > 0 && random.chance(0.3)) {
    const processes = ['api-1', 'api-2', 'worker-1', 'worker-2'].filter(() => random.chance(0.4));
    if (processes.length > 0)
      add({
        at: random.between(500, last + 5_000),
        kind: 'deposed',
        processes,
        forMs: random.between(500, 9_000),
      } as never);
  }
}
