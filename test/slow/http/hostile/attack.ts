import { now } from '../../../../tools/bench/clock';
import type { Pace } from './pace';

/** One round of an attack. Throws Breach if it got what it must not get. What else it is answered does not matter. */
export type Attack = (round: number) => Promise<unknown>;
export type Attacks = Record<string, Attack>;

export class Breach extends Error {}

/** Throws Breach unless an answer has one of these statuses. */
export function mustBe({ status }: { status: number }, ...allowed: number[]): void {
  if (!allowed.includes(status)) throw new Breach(`answered ${status}, not ${allowed.join(' or ')}`);
}

/** When something was under way. */
export interface Span {
  from: number;
  to: number;
}

/** Makes an attack at each of its turns until the time is over. Returns its rounds, and what got through. */
export async function repeat(make: Attack, pace: Pace, until: number) {
  const breaches: string[] = [];
  const rounds: Span[] = [];
  while (now() < until) {
    await pace.turn();
    const from = now();
    await make(rounds.length).catch((error: unknown) => {
      if (error instanceof Breach) breaches.push(error.message);
    });
    rounds.push({ from, to: now() });
  }
  return { rounds, breaches };
}

/**
 * Returns which attacks were under way during the late sends more often than during any others, most of all first: the
 * shares of both.
 */
export function besideLate(rounds: Record<string, Span[]>, late: Span[], others: Span[]): string[] {
  const share = (of: Span[], spans: Span[]): number =>
    of.filter(({ from, to }) => spans.some((one) => one.from < to && one.to > from)).length /
    (of.length || 1);
  return Object.entries(rounds)
    .map(([name, spans]) => ({ name, late: share(late, spans), others: share(others, spans) }))
    .sort((one, other) => other.late - other.others - (one.late - one.others))
    .map((one) => `${one.name} ${one.late.toFixed(2)}/${one.others.toFixed(2)}`);
}
