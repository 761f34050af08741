import type { Store } from '../store';

/**
 * Looks for something. If it is not there, looks again after a write that a majority confirms, because a primary that was
 * deposed does not show what was accepted since (OUTAGE-6). Throws if no primary can be confirmed.
 */
export async function findConfirmed<Found>(
  { sweepState }: { sweepState: Pick<Store['sweepState'], 'confirmPrimary'> },
  find: () => Promise<Found>,
): Promise<Found> {
  const found = await find();
  if (found) return found;
  await sweepState.confirmPrimary();
  return find();
}
