import type { SendsAs } from '../../row';

/** A name is sent with a messaging profile only (developers.telnyx.com/docs/messaging/messages/alphanumeric-sender-id). */
export const telnyxSends: SendsAs = {
  pool: { setting: 'messaging_profile_id', name: 'Messaging profile' },
  namesNeedPool: true,
};
