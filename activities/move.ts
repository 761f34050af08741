import type { DeliverResult } from '../workflows/activities-contract';
import { giveBack } from './give-back';
import { GONE } from './gone';
import type { Sending } from './settle';

/**
 * Gives a claim back, so that the workflow schedules the send on the queue of the integration `queue` (null: of all).
 */
export async function move(sending: Sending, queue: string | null): Promise<DeliverResult> {
  const status = await giveBack(sending, false);
  if (status === null) return GONE;
  if (status !== 'running') return { outcome: 'stopped', status, events: [] };
  return { outcome: 'moved', status, events: [], queue };
}
