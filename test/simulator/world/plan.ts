import { type Random, randomOf } from '../random';
import { type Action, type Add, PROCESSES, type WorldPlan } from './action';
import { addMoreOfLife } from './more-of-life';
import { addReferences } from './references';
import { addRareOrders } from './rare-orders';
import { EVENTS } from './settings';

export { type Action, PROCESSES, type WorldPlan } from './action';

const PEOPLE = 8;
export const addressOf = (person: number, channel: 'email' | 'sms'): string =>
  channel === 'email' ? `person${person}@mail.example` : `+1500555${String(1000 + person)}`;

/** Returns what a seed makes happen. */
export function planOf(seed: number): WorldPlan {
  const random = randomOf(seed, 'plan');
  const severity = random.pick([0, 0.3, 1, 1, 1, 2]);
  const rate = (usual: number): number => severity * random.pick([0, usual, usual, 4 * usual]);
  const plan: WorldPlan = {
    seed,
    providers: random.pick([['keyed'], ['plain'], ['keyed', 'plain'], ['plain', 'keyed']]),
    quota: random.pick([1000, 1000, 1000, 12]),
    perSecond: {},
    quietMinute: 0,
    rates: {
      ...{
        database: rate(0.003),
        stall: 0,
        strike: 0,
        hasty: 0,
        claim: 0,
        engine: rate(0.01),
        provider: rate(0.1),
        receipt: rate(0.15),
      },
      ...{ endpoint: rate(0.1), client: rate(0.05) },
    },
    slowness: random.pick([1, 1, 1, 10, 100]),
    faultsEndMs: 0,
    actions: [],
  };
  const add = (action: Omit<Action, 'id'>): void =>
    void plan.actions.push({ ...action, id: plan.actions.length } as Action);
  // A short time brings more of it together.
  const span = random.pick([5_000, 30_000, 120_000]);
  plan.faultsEndMs = span + 60_000;
  for (let made = 0; made < 20;) made += addSend(random, add, { span, left: 20 - made });
  if (severity > 0) {
    addTrouble(random, add, { span, severity });
    addRareOrders(plan, add);
  }
  addMoreOfLife(plan, add, severity);
  addReferences(plan, add);
  plan.actions.sort((a, b) => a.at - b.at || a.id - b.id);
  return plan;
}

/** Adds a send and what belongs to it. Returns how many notifications it may make. */
function addSend(random: Random, add: Add, { span, left }: { span: number; left: number }): number {
  const event = random.pick(EVENTS);
  const channel = event.channels[0] ?? 'email';
  const count = random.chance(0.1) ? Math.min(left, 3) : 1;
  const first = random.below(PEOPLE);
  const to = Array.from({ length: count }, (_, index) => addressOf((first + index) % PEOPLE, channel));
  const at = random.between(0, span);
  const key = random.chance(0.5) ? `key-${random.below(1000)}` : undefined;
  const repeats =
    key !== undefined && random.chance(0.5)
      ? Array.from(
          { length: 1 + random.below(3) },
          () => random.pick([1, 30, 500, 3_000, 11_000, 15_000]) * random.between(0.5, 1.5),
        )
      : [];
  const sendInMs = random.chance(0.08) ? random.pick([5_000, 40_000]) : undefined;
  const send = {
    at,
    kind: 'send',
    event: event.name,
    to,
    ...(key && { key }),
    body: `${random.below(1000)}`,
    repeats,
  } as const;
  add({ ...send, ...(sendInMs !== undefined && { sendInMs }) });
  const [address = ''] = to;
  if (random.chance(0.15))
    add({
      at: at + random.pick([0, 20, 200, 2_000, 20_000]) * random.between(0.5, 1.5),
      kind: 'cancel',
      event: event.name,
      to: address,
    } as never);
  if (random.chance(0.1)) add({ at: at + random.between(0, 20_000), kind: 'read' });
  if (random.chance(0.03)) add({ at: at + random.between(0, 30_000), kind: 'erase', to: address } as never);
  if (random.chance(0.06)) {
    const kind = random.pick(['suppress', 'unsubscribe'] as const);
    const suppressedAt = at + random.pick([-2_000, 100, 5_000]) * random.between(0.5, 1);
    add({ at: Math.max(0, suppressedAt), kind, to: address } as never);
    if (random.chance(0.6))
      add({ at: Math.max(0, suppressedAt) + random.between(50, 30_000), kind: 'lift', to: address } as never);
  }
  return count;
}

function addTrouble(random: Random, add: Add, { span, severity }: { span: number; severity: number }): void {
  const times = (most: number): number => random.below(Math.round(most * severity) + 1);
  const soon = (): number => random.between(0, span + 20_000);
  for (let left = times(3); left > 0; left -= 1)
    add({
      at: soon(),
      kind: 'kill',
      process: random.pick(PROCESSES),
      forMs: random.pick([500, 3_000, 20_000]),
    } as never);
  for (let left = times(2); left > 0; left -= 1)
    add({
      at: soon(),
      kind: 'pause',
      process: random.pick(PROCESSES),
      forMs: random.pick([1_000, 8_000, 15_000, 70_000]),
    } as never);
  for (let left = times(2); left > 0; left -= 1)
    add({
      at: soon(),
      kind: 'jump',
      process: random.pick(PROCESSES),
      toMs: random.between(-5_000, 5_000),
    } as never);
  const outages = [
    ['database away', [2_000, 12_000, 25_000]],
    ['election', [1_000, 6_000]],
    ['engine away', [3_000, 30_000]],
    ['provider down', [5_000, 60_000]],
    ['endpoint down', [5_000, 60_000]],
  ] as const;
  for (const [kind, lengths] of outages)
    if (random.chance(Math.min(0.9, 0.3 * severity)))
      add({ at: soon(), kind, forMs: random.pick(lengths) * random.between(0.7, 1.3) } as never);
}

/** What is taken out of the plan of a seed. */
export interface Reduced {
  actions: number[];
  rates: (keyof WorldPlan['rates'])[];
}

export const reduced = (plan: WorldPlan, { actions, rates }: Reduced): WorldPlan => ({
  ...plan,
  rates: { ...plan.rates, ...Object.fromEntries(rates.map((rate) => [rate, 0])) },
  actions: plan.actions.filter(({ id }) => !actions.includes(id)),
});
