import type { ReactNode } from 'react';
import { agreeing } from '../../parts/agreeing';
import { Outside } from '../../parts/outside';
import type { Broadcast, BroadcastState } from './queries';

export const STATE_COLORS: Record<BroadcastState, string> = {
  ...{ scheduled: 'violet', running: 'blue', paused: 'grape', cancelled: 'gray', completed: 'teal' },
};

export const numberText = (count: number): string => count.toLocaleString('en');

/** Returns a number of people, such as "1 person" or "1,200 people". */
export const peopleText = (count: number): string =>
  count === 1 ? '1 person' : `${numberText(count)} people`;

/** Returns how many contacts a broadcast has reached, such as "40 of 1,200". */
export const reachedText = ({ accepted, total }: Broadcast['counts']): string =>
  total === null ? numberText(accepted) : `${numberText(accepted)} of ${numberText(total)}`;

/** Says to whom a broadcast goes. */
export function audienceText({ topic, segment }: Broadcast['to']): ReactNode {
  if (topic !== undefined)
    return (
      <>
        topic <Outside>{topic}</Outside>
      </>
    );
  if (segment === undefined) return 'all contacts';
  return (
    <>
      segment <Outside>{segment}</Outside>
    </>
  );
}

const SKIPPED: Readonly<Record<string, string>> = {
  PREFERENCE: 'do not want such messages',
  SUPPRESSED: 'have a suppressed address',
  CAPPED: 'have reached a limit of the application',
  UNREACHABLE: 'have no address for a channel of the event',
  COUNTRY_NOT_ALLOWED: 'have a number of a country that is not allowed',
  LEFT: 'had left the audience before their turn',
};

/** Returns why people are skipped: "have a suppressed address" after their number. */
export const skippedText = (code: string, count: number): string =>
  agreeing(count, SKIPPED[code] ?? `are skipped: ${code}`);

/** Returns reasons with their numbers, the most frequent first. */
export const byNumber = (reasons: Readonly<Record<string, number>>): [code: string, count: number][] =>
  Object.entries(reasons).sort(([, one], [, other]) => other - one);

export const sumOf = (reasons: Readonly<Record<string, number>>): number =>
  Object.values(reasons).reduce((sum, one) => sum + one, 0);
