import type { EventDefinition } from '../core/event-definition';
import { quietUntil } from '../core/quiet-hours';
import { isOpen } from '../core/statuses';
import type { Contact } from '../store/contact-model';
import type { DeliverResult } from '../workflows/activities-contract';
import { giveBack } from './give-back';
import { GONE } from './gone';
import type { Sending } from './settle';

/** Gives a claim back in the quiet hours of its event, so that the workflow waits for their end; null outside them. */
export async function keepQuiet(
  sending: Sending,
  event: EventDefinition | null,
  contact: Contact | null,
): Promise<DeliverResult | null> {
  const hours = event?.quietHours;
  if (!hours || hours.channels?.includes(sending.message.channel) === false) return null;
  const until = quietUntil(hours, contact?.timezone ?? null, Date.now());
  if (until === null) return null;
  const status = await giveBack(sending, true);
  if (status === null) return GONE;
  if (!isOpen(status)) return { outcome: 'stopped', status, events: [] };
  return { outcome: 'quiet', status, events: [], until };
}
