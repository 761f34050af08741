import { defineSignal, setHandler } from '@temporalio/workflow';
import type { SequenceApi } from 'heliograph/sequences';

/** Sent by your product when the link in the mail was used, after it has switched the category on. */
const confirmed = defineSignal('confirmed');

const WEEK_MS = 7 * 86_400_000;

/** Asks for a confirmation, and welcomes who gives it within a week. Who does not hears nothing more. */
export default async function doubleOptIn({ send, waitFor }: SequenceApi): Promise<void> {
  let isConfirmed = false;
  setHandler(confirmed, () => void (isConfirmed = true));
  await send('confirm', { channel: 'email' });
  if (await waitFor('the confirmation', () => isConfirmed, WEEK_MS))
    await send('welcome', { channel: 'email' });
}
