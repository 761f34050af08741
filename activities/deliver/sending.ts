import type { DeliveryError } from '../../core/sending/delivery-error';
import type { Contact } from '../../store/contacts/model';
import type { InFlight, Message, Notification } from '../../store/notifications/model';
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
  /** Days of warm-ups in which this attempt has counted the message. It adds to them. */
  counted: string[];
  /** It is attempted in a page of a broadcast: no queue and no workflow task waits for it. Says whether the broadcast goes on. */
  inPage?: () => Promise<boolean>;
  /** Called when its provider is called: from then on it needs nothing of this process. */
  prepared?: () => void;
  /** Called with a webhook event that the outcome has raised, and its notification as it is stored then. */
  raised?: (eventId: string, notification: Notification) => void;
  /** Why no channel reaches the recipient; null if one does. */
  unroutable: DeliveryError | null;
}

/** The end of a SEND whose recipient was erased. Nothing more is written about them. */
export interface Erased {
  kind: 'erased';
  contact: Contact | null;
}

/** What `settle` needs of an attempt that called a provider, besides its settlement. */
export interface CallDetails {
  /** The message has files, which take time to fetch and to send. */
  hasFiles: boolean;
  /** The scope's webhook endpoint at the time of the attempt. */
  endpoint: WebhookEndpoint | null;
  /** Writes what the answer says of the provider, the devices and the address. Never rejects. */
  note: () => Promise<unknown>;
}
