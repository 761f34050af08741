import fc from 'fast-check';

/** A step as an event's file has it (docs/reference/events.md). */
export type FileStep =
  | { send: { name: string; channel?: Way; fallback?: { to?: Way[]; unless_delivered_within?: string } } }
  | { wait: string }
  | { if: FileCondition; then: FileStep[]; else: FileStep[] }
  | { end: true };

export type FileCondition =
  | { value: string; is: string }
  | { not: FileCondition }
  | { any: FileCondition[] }
  | { message: string; status: string[] }
  | { delivered: string; within: string };

/** The channels of these tests. */
export type Way = 'email' | 'sms' | 'slack';

/** What conditions can ask of a recipient, beside what became of its messages. */
export const PLANS = ['free', 'pro'] as const;
export const TIERS = ['gold', 'none'] as const;

/** A step before its SENDs have names: conditions count back to the SEND that they are about. */
type Draft =
  | { kind: 'send'; channel?: Way; fallback?: { to?: Way[]; withinMs?: number } }
  | { kind: 'wait'; ms: number }
  | { kind: 'end' }
  | { kind: 'if'; about: About; then: Draft[]; else: Draft[] };
type About =
  | { ask: 'facts'; condition: FileCondition }
  | { ask: 'status'; back: number; status: string[] }
  | { ask: 'delivered'; back: number; withinMs: number };

const shortMs = (most: number) => fc.integer({ min: 100, max: most });
const fact: fc.Arbitrary<FileCondition> = fc.oneof(
  fc.record({ value: fc.constant('payload.plan'), is: fc.constantFrom(...PLANS) }),
  fc.record({ value: fc.constant('contact.meta.tier'), is: fc.constantFrom(...TIERS) }),
);
const facts: fc.Arbitrary<FileCondition> = fc.oneof(
  fact,
  fact.map((one) => ({ not: one })),
  fc.tuple(fact, fact).map((any) => ({ any })),
);
const back = fc.nat({ max: 4 });
const about: fc.Arbitrary<About> = fc.oneof(
  fc.record({ ask: fc.constant('facts' as const), condition: facts }),
  fc.record({
    ask: fc.constant('status' as const),
    back,
    status: fc.subarray(['queued', 'sent', 'delivered', 'failed'], { minLength: 1 }),
  }),
  fc.record({ ask: fc.constant('delivered' as const), back, withinMs: shortMs(1500) }),
);
const send = (ways: Way[]): fc.Arbitrary<Draft> =>
  fc.record(
    {
      kind: fc.constant('send' as const),
      channel: fc.constantFrom(...ways),
      fallback: fc.record(
        { to: fc.subarray(ways, { minLength: 1 }), withinMs: shortMs(1500) },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['kind'] },
  );
const wait: fc.Arbitrary<Draft> = fc.record({ kind: fc.constant('wait' as const), ms: shortMs(1500) });

const drafts = (ways: Way[], depth: number, most: number): fc.Arbitrary<Draft[]> => {
  const branch =
    depth === 0
      ? []
      : [
          {
            weight: 3,
            arbitrary: fc.record({
              kind: fc.constant('if' as const),
              about,
              then: drafts(ways, depth - 1, 2),
              else: drafts(ways, depth - 1, 2),
            }),
          },
        ];
  const step: fc.Arbitrary<Draft> = fc.oneof(
    { weight: 5, arbitrary: send(ways) },
    { weight: 2, arbitrary: wait },
    ...branch,
  );
  const list = fc.array(step, { minLength: 1, maxLength: most });
  const end: Draft = { kind: 'end' };
  return fc.tuple(list, fc.nat({ max: 5 })).map(([steps, dice]) => (dice === 0 ? [...steps, end] : steps));
};

/** A sequence over these channels with at least one SEND, with branches two deep and WAITs of up to 1.5 s. */
export const sequencesOver = (ways: Way[]): fc.Arbitrary<FileStep[]> =>
  drafts(ways, 2, 4)
    .map(named)
    .filter((steps) => JSON.stringify(steps).includes('"send"'));

/** Names the SENDs, and lets conditions name those before them; without one they ask for facts. */
function named(steps: Draft[]): FileStep[] {
  const names: string[] = [];
  const build = (drafted: Draft[]): FileStep[] => drafted.map(one);
  const one = (draft: Draft): FileStep => {
    switch (draft.kind) {
      case 'wait':
        return { wait: `${draft.ms}ms` };
      case 'end':
        return { end: true };
      case 'send': {
        const name = `s${names.push(`s${names.length + 1}`)}`;
        const { channel, fallback } = draft;
        const within = fallback?.withinMs;
        return {
          send: {
            name,
            ...(channel && { channel }),
            ...(fallback && {
              fallback: {
                ...(fallback.to && { to: fallback.to }),
                ...(within !== undefined && { unless_delivered_within: `${within}ms` }),
              },
            }),
          },
        };
      }
      case 'if': {
        const condition = conditionOf(draft.about, names);
        return { if: condition, then: build(draft.then), else: build(draft.else) };
      }
    }
  };
  return build(steps);
}

function conditionOf(asked: About, names: readonly string[]): FileCondition {
  if (asked.ask === 'facts') return asked.condition;
  const name = names.at(-1 - (asked.back % Math.max(1, names.length)));
  if (name === undefined) return { value: 'payload.plan', is: PLANS[asked.back % PLANS.length]! };
  return asked.ask === 'status'
    ? { message: name, status: asked.status }
    : { delivered: name, within: `${asked.withinMs}ms` };
}
