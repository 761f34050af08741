import { defineSignal, setHandler } from '@temporalio/workflow';
import type { SequenceApi } from '../engine/api';

/** Sent to the notification's workflow when the customer has bought. */
export const converted = defineSignal('converted');

const DAY_MS = 86_400_000;
/** Days after each reminder. */
const INTERVALS = [3, 5, 7];

/** Reminds at growing intervals that a trial ends, until the customer has bought. Then it thanks or says a last word. */
export async function trialEnding({ send, waitFor }: SequenceApi): Promise<void> {
  let hasConverted = false;
  setHandler(converted, () => void (hasConverted = true));
  for (const [index, days] of INTERVALS.entries()) {
    await send(`reminder-${index + 1}`);
    if (await waitFor(`conversion, ${days} days`, () => hasConverted, days * DAY_MS)) {
      await send('thanks', { channel: 'email' });
      return;
    }
  }
  await send('last-word', { channel: 'email' });
}
