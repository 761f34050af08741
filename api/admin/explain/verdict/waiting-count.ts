import type { Scope } from '../../../../core/shared/scope';
import type { Store } from '../../../../store/store';
import type { Waiting } from './remedy';

/** Most notifications that are counted for one cause. */
const MOST_COUNTED = 1_000;
/** What a count has to look at, to know whether there are more. */
const LOOKED_AT = MOST_COUNTED + 1;

const upTo = (found: number): Waiting => ({
  count: Math.min(found, MOST_COUNTED),
  more: found > MOST_COUNTED,
});

/** Counts the open notifications of a scope that wait for a provider, with one look at an index. */
export const waitingAt = async (
  { operators }: Pick<Store, 'operators'>,
  scope: Scope,
  providerId: string,
): Promise<Waiting> => upTo(await operators.countFailingAt(scope, providerId, LOOKED_AT));

/** Counts what a pause holds, with one look at an index. */
export const heldWith = async ({ holds }: Pick<Store, 'holds'>, of: string): Promise<Waiting> =>
  upTo(await holds.count(of, LOOKED_AT));

/** Counts the notifications of a scope with a status, with one look at an index. */
export const withStatus = async (
  { operators }: Pick<Store, 'operators'>,
  scope: Scope,
  status: 'running' | 'waiting',
): Promise<Waiting> => upTo(await operators.count({ scope, status }, LOOKED_AT));
