import type { SendsAs } from '../../row';

/** A messaging service has senders of its own, for messages that name none. */
export const twilioSends: SendsAs = { pool: { setting: 'messaging_service_sid', name: 'Messaging service' } };
