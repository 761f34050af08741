import { labelOf } from '../../api/channels';
import type { Application } from '../../api/types';

export type Limit = Application['limits'][number];

const OF = { contact: 'a contact', address: 'an address', prefix: 'a prefix of numbers' } as const;

/** Returns what a limit says, but for its name. */
export const limitText = ({
  most,
  channel,
  per,
  timezone,
  of,
  category,
  events,
  over,
  required,
}: Limit): string =>
  [
    `${most} over ${labelOf(channel)} per ${per}${/\d/.test(per) ? '' : ` (${timezone})`} to ${OF[of]}`,
    ...(category === undefined ? [] : [`of category ${category}`]),
    ...(events ? [`of ${events.join(', ')}`] : []),
    ...(required ? ['required categories too'] : []),
    ...(over === 'digest' ? ['what is over is in a digest'] : []),
  ].join(', ');

/**
 * Returns the key of the row of each limit. A limit has no id, so its key is all that it says, and of equal ones the place among them:
 * if somebody else adds or removes one, each row stays with its limit.
 */
export function limitKeys(limits: readonly Limit[]): Map<Limit, string> {
  const seen = new Map<string, number>();
  return new Map(
    limits.map((limit) => {
      const says = JSON.stringify(limit);
      const place = (seen.get(says) ?? 0) + 1;
      seen.set(says, place);
      return [limit, `${says} ${place}`];
    }),
  );
}
