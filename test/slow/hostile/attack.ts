import { now } from '../../../bench/clock';
import type { Pace } from './pace';

/** One round of an attack. Throws Breach if it got what it must not get. What else it is answered does not matter. */
export type Attack = (round: number) => Promise<unknown>;
export type Attacks = Record<string, Attack>;

export class Breach extends Error {}

/** Throws Breach unless an answer has one of these statuses. */
export function mustBe({ status }: { status: number }, ...allowed: number[]): void {
  if (!allowed.includes(status)) throw new Breach(`answered ${status}, not ${allowed.join(' or ')}`);
}

/** Makes an attack at each of its turns until the time is over. Returns the number of rounds, and what got through. */
export async function repeat(make: Attack, pace: Pace, until: number) {
  const breaches: string[] = [];
  let rounds = 0;
  for (; now() < until; rounds += 1) {
    await pace.turn();
    await make(rounds).catch((error: unknown) => {
      if (error instanceof Breach) breaches.push(error.message);
    });
  }
  return { rounds, breaches };
}
