import type { z } from 'zod';
import type { Channel } from '../../core/shared/channels';
import type { EventDefinition } from '../../core/events/definition';
import type { sendBody } from '../../core/schemas/send';
import type { Caller } from '../http/middleware/authenticate';

/** The validated part of a request that all its recipients share. */
export interface SendOrder {
  caller: Caller;
  event: EventDefinition;
  forced?: Channel;
  body: z.output<typeof sendBody>;
  /** When the first step begins. Null: at once. */
  sendAt: Date | null;
  /** Id of the answer to an array. Null for a single recipient. */
  batchId: string | null;
  /** The idempotency reservation that the notifications come from. */
  reservationId: string | null;
}
