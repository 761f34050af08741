import type { Disturbance } from '../observation';

type Effect = NonNullable<Disturbance['effect']>;
type Seen = Disturbance & { at: number; index: number };

/** Clocks of the service differ by at most this, unless a history says more or less. */
const DEFAULT_SKEW_MS = 5_000;

const WORDS: [RegExp, Effect][] = [
  [/\b(kill|killed|dies|died|death|crash|crashed)\b/i, 'death'],
  [/\b(database|mongo\w*|election|primary)\b/i, 'database'],
  [/\b(engine|temporal)\b/i, 'engine'],
  [/\b(clock|clocks|skew)\b/i, 'clock'],
];

const effectOf = ({ effect, what }: Disturbance): Effect =>
  effect ?? WORDS.find(([word]) => word.test(what))?.[1] ?? 'network';

/** The faults of a world, by what fails. */
export class Disturbances {
  /** Maximum difference between a clock of the service and the true one, milliseconds. */
  readonly tolerance: number;
  private readonly byEffect = new Map<Effect, Seen[]>();

  constructor(private readonly all: readonly Seen[]) {
    for (const seen of all) {
      const effect = effectOf(seen);
      const same = this.byEffect.get(effect);
      if (same) same.push(seen);
      else this.byEffect.set(effect, [seen]);
    }
    const skews = all.flatMap(({ skew }) => (skew === undefined ? [] : [Math.abs(skew)]));
    this.tolerance = skews.length > 0 ? Math.max(...skews) : DEFAULT_SKEW_MS;
  }

  /** Returns a death between two moments of this process, or of one that is not named. */
  death(process: string | undefined, from: number, to: number): Seen | undefined {
    return this.byEffect
      .get('death')
      ?.find(
        (seen) => seen.at >= from && seen.at <= to && (!process || !seen.process || seen.process === process),
      );
  }

  /** Returns the pauses of a process, as long as a death for the others, between two moments. */
  pauses(process: string | undefined, from: number, to: number): Seen[] {
    const deaths = this.byEffect.get('death') ?? [];
    return deaths.filter(
      (seen) => seen.until !== undefined && seen.process === process && seen.at >= from && seen.at <= to,
    );
  }

  /** Returns an outage of one of these kinds that overlaps the time between two moments. */
  outage(effects: readonly Effect[], from: number, to: number): Seen | undefined {
    for (const effect of effects) {
      const found = this.byEffect
        .get(effect)
        ?.find((seen) => seen.at <= to && (seen.until ?? Infinity) >= from);
      if (found) return found;
    }
    return undefined;
  }

  /** Returns whether a read between two moments may show what was true before (OUTAGE-6). */
  stale(from: number, to: number): boolean {
    return this.all.some((seen) => seen.stale && seen.at <= to && (seen.until ?? Infinity) >= from);
  }

  /** Returns anything that can delay or repeat work between two moments. */
  any(from: number, to: number): Seen | undefined {
    return this.death(undefined, from, to) ?? this.outage(['database', 'engine'], from, to);
  }

  /** Returns a death, or an outage of more than a second, between two moments. */
  long(from: number, to: number): Seen | undefined {
    const lasts = ({ at, until = Infinity }: Seen): boolean =>
      at <= to && until >= from && until - at > 1_000;
    const outages = [...(this.byEffect.get('database') ?? []), ...(this.byEffect.get('engine') ?? [])];
    return this.death(undefined, from, to) ?? outages.find(lasts);
  }

  /** Returns whether nothing at all is disturbed until a moment. */
  isCalm(until: number): boolean {
    return this.all.every(({ at }) => at > until);
  }

  /** Returns how many deaths and outages begin between two moments. */
  count(from: number, to: number): number {
    const kinds: Effect[] = ['death', 'database', 'engine'];
    return kinds
      .flatMap((effect) => this.byEffect.get(effect) ?? [])
      .filter(
        (seen) => seen.at <= to && (effectOf(seen) === 'death' ? seen.at : (seen.until ?? Infinity)) >= from,
      ).length;
  }
}
