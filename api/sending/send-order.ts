import type { z } from 'zod';
import type { Channel } from '../../core/shared/channels';
import type { EventDefinition } from '../../core/events/definition';
import type { sendBody } from '../../core/schemas/send';
import type { Caller } from '../http/middleware/authenticate';

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
