import type { CodeSequence } from '../../../workflows/engine/code-api';

/** A sequence that asks for receipts, conditions and the time of day. */
export const asking: CodeSequence = async ({ send, holds, waitForReceipt, waitForTimeOfDay }) => {
  if (await holds('has two', { value: 'payload.two', is: true })) {
    await Promise.all([send('a'), send('b')]);
    const both = [waitForReceipt('one', 'a', 3_600_000), waitForReceipt('other', 'b', 3_600_000)];
    await send((await Promise.all(both)).join('-'));
    return;
  }
  await send('reminder-1');
  const state = await waitForReceipt('seen', 'reminder-1', 3_600_000);
  if (state === 'delivered' && (await holds('is rich', { value: 'payload.plan', is: 'pro' }))) {
    await send('thanks');
    return;
  }
  if (await holds('is misspelt', { value: 'payload.misspelt', is: true }))
    await waitForReceipt('seen', 'remainder-1', 1_000);
  await waitForTimeOfDay('monday morning', { hour: 9, minute: 30, days: [1] }, 'Europe/Stockholm');
  await send('last-word');
};
