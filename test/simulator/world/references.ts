import { IF_OPEN } from '../../../core/sending/reference';
import { randomOf } from '../random';
import type { Add, WorldPlan } from './action';

/** Adds sends of a reference that a plan has one send of already, most of them with `if_open`, and reads in between. */
export function addReferences(plan: WorldPlan, add: Add): void {
  const random = randomOf(plan.seed, 'references');
  const sends = plan.actions.flatMap((one) => (one.kind === 'send' ? [one] : []));
  for (const send of sends) {
    if (send.event === 'news' || send.to.length > 1 || !random.chance(0.15)) continue;
    const reference = `booking-${random.below(2)}`;
    // Those that wait are open for longer.
    if (send.to[0]?.includes('@')) send.event = random.pick(['welcome', 'question', send.event]);
    const ifOpen = () => (random.chance(0.15) ? undefined : random.pick(IF_OPEN));
    Object.assign(send, { reference, ifOpen: ifOpen() });
    const later = random.pick([5, 60, 600, 6_000]);
    for (let left = 1 + random.below(4); left > 0; left -= 1) {
      const at = send.at + later * random.next();
      const key = random.chance(0.5) ? { key: `again-${send.id}-${left}` } : {};
      const repeats = 'key' in key && random.chance(0.4) ? [random.pick([30, 3_000, 11_000])] : [];
      const { event, to, body } = send;
      add({ at, kind: 'send', event, to, body, reference, ifOpen: ifOpen(), repeats, ...key } as never);
      add({ at: at + random.between(20, 2_000), kind: 'read newest' } as never);
    }
  }
}
