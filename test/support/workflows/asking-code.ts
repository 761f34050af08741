import type { Sequence } from '../../../workflows/engine/api';

/** A sequence that asks for receipts, conditions and the time of day. */
export const asking: Sequence = async ({ send, wait, digest, holds, waitForReceipt, waitForTimeOfDay }) => {
  if (await holds('has two', { value: 'payload.two', is: true })) {
    await Promise.all([send('a'), send('b')]);
    const both = [waitForReceipt('one', 'a', 3_600_000), waitForReceipt('other', 'b', 3_600_000)];
    await send((await Promise.all(both)).join('-'));
    return;
  }
  if (await holds('gathers', { value: 'payload.gathers', is: true })) {
    await wait('a day', 86_400_000);
    await digest('gathered', 3_600_000);
    await send('summary');
    return;
  }
  if (await holds('falls back', { value: 'payload.fallback', is: true })) {
    await send('code', { channel: 'sms', fallback: { channels: ['email'], withinMs: 3_600_000 } });
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
