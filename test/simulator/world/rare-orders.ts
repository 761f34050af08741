import { randomOf } from '../random';
import { type Add, PROCESSES, type WorldPlan } from './action';

/** The part of all writes that is under way for longer than leases and takeovers wait. */
const STALL = 0.01;
/** The part of all calls of the database during which a process dies or stands still; of providers' it is `CALLS` times as much. */
const STRIKE = 0.002;
export const CALLS = 15;
/** The part of all sends that is cancelled as soon as they are answered. */
const HASTY = 0.15;

/** The part of all claims that begin a message or replace an attempt, during which the notification is cancelled. */
const CLAIM = 0.12;

/**
 * Adds what seldom meets otherwise, around what a plan sends: cancels, erasures, reasons of a suppression, deaths and pauses
 * within seconds of a send or at the moment of a call, and writes that are under way for longer than a lease.
 */
export function addRareOrders(plan: WorldPlan, add: Add): void {
  const random = randomOf(plan.seed, 'rare orders');
  const { rates } = plan;
  rates.stall = STALL * random.pick([0, 0.3, 1, 1, 2]);
  rates.strike = STRIKE * random.pick([0, 0.5, 1, 1, 2]);
  rates.hasty = HASTY * random.pick([0, 1, 1, 2]);
  rates.claim = CLAIM * random.pick([0, 1, 1, 2]);
  rates.provider = Math.max(rates.provider, random.pick([0, 0.1, 0.3]));
  rates.receipt = Math.max(rates.receipt, random.pick([0, 0.15, 0.4]));
  const after = (at: number): number =>
    at + random.pick([3, 30, 300, 3_000, 12_000]) * random.between(0.3, 1);
  const sends = plan.actions.flatMap((one) => (one.kind === 'send' ? [one] : []));
  for (const send of sends) {
    const { at, to: addresses } = send;
    const [to = ''] = addresses;
    // A message that must not be sent twice is the one that most can go wrong with.
    if (to.includes('@') && random.chance(0.15)) send.event = 'once';
    const { event } = send;
    if (random.chance(0.15)) {
      const cancelledAt = after(at);
      add({ at: cancelledAt, kind: 'cancel', event, to } as never);
      // While the cancel waits for an outcome.
      const process = random.pick(['api-1', 'api-2']);
      if (random.chance(0.4))
        add({
          at: cancelledAt + random.between(200, 8_000),
          kind: 'jump',
          process,
          toMs: random.between(-5_000, 5_000),
        } as never);
    }
    if (random.chance(0.04)) {
      const erasedAt = after(at);
      add({ at: erasedAt, kind: 'erase', to } as never);
      // What the erasure starts begins late, and attempts go on.
      if (random.chance(0.5))
        add({ at: erasedAt, kind: 'engine away', forMs: random.between(2_000, 20_000) } as never);
    }
    if (random.chance(0.06)) {
      const reasonsAt = Math.max(0, at - random.between(0, 5_000));
      for (const kind of ['suppress', 'unsubscribe']) add({ at: reasonsAt, kind, to } as never);
      add({ at: reasonsAt + random.between(50, 5_000), kind: 'lift', to } as never);
    }
    const process = random.pick(PROCESSES);
    if (random.chance(0.05))
      add({ at: after(at), kind: 'kill', process, forMs: random.pick([500, 20_000]) } as never);
    else if (random.chance(0.05))
      add({ at: after(at), kind: 'pause', process, forMs: random.pick([8_000, 15_000, 70_000]) } as never);
  }
}
