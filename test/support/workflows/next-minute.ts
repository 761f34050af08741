import { SEQUENCES } from '../../../workflows/sequences/registry';

/** The example of a sequence in code, as one that sends at a full minute that is 15 to 75 s away. */
SEQUENCES['trial-ending'] = async ({ send, holds, waitForTimeOfDay }) => {
  const next = new Date(Date.now() + 75_000);
  await waitForTimeOfDay('next minute', { hour: next.getUTCHours(), minute: next.getUTCMinutes() }, 'UTC');
  await holds('has a contact', { value: 'contact.email', exists: true });
  await send('thanks');
};

export * from '../../../workflows/index';
