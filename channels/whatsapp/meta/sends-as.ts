import type { SendsAs } from '../../row';

/** Messages are sent to the address of one number (provider.ts). */
export const metaSends: SendsAs = { only: { setting: 'phone_number_id', name: 'Phone number ID' } };
