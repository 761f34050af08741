import type { z } from 'zod';
import type { Channel } from '../../core/channels';
import type { EventDefinition } from '../../core/event-definition';
import type { sendBody } from '../../core/schemas/send';
import type { Caller } from '../middleware/authenticate';

/** What all recipients of one request share, validated. */
export interface SendOrder {
  caller: Caller;
  event: EventDefinition;
  forced?: Channel;
  body: z.output<typeof sendBody>;
  /** When its first step begins; null: at once. */
  sendAt: Date | null;
  /** Id of the answer to an array; null for a single recipient. */
  batchId: string | null;
  /** The idempotency reservation that the notifications came from. */
  reservationId: string | null;
}
