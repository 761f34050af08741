import type { Candidate } from '../../core/sending/candidates';
import type { DeliveryError } from '../../core/sending/delivery-error';
import type { Contact } from '../../store/contacts/model';
import type {
  Attempt,
  InFlight,
  Message,
  Notification,
  Rendered,
  Rest,
} from '../../store/notifications/model';
import type { WebhookEndpoint } from '../../store/webhooks/endpoints';
import type { DeliverInput } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';

/** A SEND whose claim is ours: nobody else may hand it to a provider. */
export interface Sending {
  deps: ActivityDeps;
  input: DeliverInput;
  claim: InFlight;
  /** Aborts the provider's call: the claim is not ours any more. */
  lost: AbortController;
  notification: Notification;
  message: Message;
  /** Why no channel reaches the recipient; null if one does. */
  unroutable: DeliveryError | null;
}

/**
 * What one attempt came to. It is a value: nothing is recorded before `settle`.
 * - `sent`: the provider accepted the message.
 * - `failed`: the message will never be sent.
 * - `retry`: the SEND is attempted again, after a delay. If `next` is set, that provider takes over at once. If `rest` is set,
 *   no provider was called, and that rest ends first, `until` a time in milliseconds since 1970.
 * - `released`: nothing was attempted. The SEND waits in the queue of an integration (null: the main queue), or `until` a
 *   time in milliseconds since 1970.
 * - `erased`: the recipient was erased. Nothing more is written about them.
 */
export type Settlement = AttemptDetails &
  (
    | { kind: 'sent'; providerMessageId: string }
    | ({ kind: 'failed' } & DeliveryError)
    | {
        kind: 'retry';
        code?: DeliveryError['code'];
        retryAfterMs?: number;
        next?: Candidate;
        rest?: Rest & { until: Date };
      }
    | { kind: 'released'; queue: string | null }
    | { kind: 'released'; until: number }
    | { kind: 'erased'; contact: Contact | null }
  );

export type Recordable = Exclude<Settlement, { kind: 'erased' }>;

/** Additional results of an attempt that called a provider. */
export interface AttemptDetails {
  attempt?: Attempt | null;
  /** Set if the message has files, which take time to fetch and to send. */
  hasFiles?: boolean;
  /** Set if this attempt was the first to render the message. */
  rendered?: Rendered | null;
  /** The scope's webhook endpoint at the time of the attempt; undefined if it still has to be looked up. */
  endpoint?: WebhookEndpoint | null;
  /** Writes about the provider, the devices and the address. They never reject, and `settle` waits for them. */
  beside?: Promise<unknown>;
}
