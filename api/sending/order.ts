import type { z } from 'zod';
import { checkPayload, type PayloadProblem } from '../../core/events/payload/check-payload';
import type { EventDefinition } from '../../core/events/definition';
import type { sendBody } from '../../core/schemas/send';
import { quotaCost } from '../../core/sending/copies';
import { MAX_METADATA, type Metadata, TOO_MANY } from '../../core/sending/metadata';
import type { Recipient, RecipientResult } from '../../core/sending/recipient';
import type { Channel } from '../../core/shared/channels';
import { fieldPath } from '../../core/shared/field-path';
import type { Vault } from '../../core/shared/vault';
import type { Tenant } from '../../core/tenants/tenant';
import { ApiError, invalid } from '../http/api-error';
import type { Principal } from '../http/middleware/authenticate';
import type { QuotaAccount } from './quota';

/** What all notifications of a request share. */
export interface NotificationOrder {
  /** Its application is as messages of the tenant see it. */
  caller: Principal;
  /** Null: the request names none. */
  tenant: Tenant | null;
  event: EventDefinition;
  forced?: Channel;
  body: Omit<z.output<typeof sendBody>, 'to'>;
  /** When the first step begins. Null: at once. */
  sendAt: Date | null;
  /** Id of the answer to an array. Null for a single recipient. */
  batchId: string | null;
  /** The idempotency reservation that the notifications come from. */
  reservationId: string | null;
}

/** A recipient for whom a notification is wanted. */
export interface Target {
  /** Place in `to`. */
  index: number;
  /** Id of the future notification. */
  id: string;
  recipient: Recipient;
}

export interface Accepted {
  index: number;
  id: string;
  /** It was open before, and the request made none (REFERENCE-3). */
  kept?: true;
}

export interface Refused {
  index: number;
  error: ApiError;
}

/** The result for one recipient: its notification's id, or why there is none. */
export type RecipientOutcome = Accepted | Refused;

/** A request that was read, with the recipients that it is still to be accepted for. */
export interface SendOrder extends NotificationOrder {
  targets: Target[];
  /** Recipients whose outcome is known already. */
  decided: RecipientOutcome[];
  /** What the notification of each recipient counts in the quotas. */
  costs: number[];
  account: QuotaAccount;
}

/** Makes the order of a request. Throws a 503 if it could not be stored: the event is sensitive and there is no key. */
export function makeOrder(
  { vault }: { vault: Vault },
  common: NotificationOrder,
  { recipients, ids, account }: { recipients: RecipientResult[]; ids: string[]; account: QuotaAccount },
): SendOrder {
  const { event, forced, body } = common;
  if (event.sensitive && !vault.canSeal) {
    const message =
      'This event is sensitive, and the service has no key to encrypt its content. Nothing was sent. Contact the operator of the service.';
    throw new ApiError('UNAVAILABLE', message);
  }
  const targets: Target[] = [];
  const decided: RecipientOutcome[] = [];
  for (const [index, parsed] of recipients.entries()) {
    const refused = parsed.ok
      ? (tooMuchMetadata(common, parsed.recipient, index) ?? withoutReference(common, parsed.recipient))
      : new ApiError('VALIDATION_ERROR', parsed.message, { field: parsed.field });
    if (refused) decided.push({ index, error: refused });
    else if (parsed.ok) targets.push({ index, id: ids[index] ?? '', recipient: parsed.recipient });
  }
  const costs = recipients.map((one) => {
    const own = one.ok && one.recipient.kind === 'contact' ? one.recipient.to.email : undefined;
    return quotaCost({ event, forced, overrides: body.overrides }, own ?? null);
  });
  return { ...common, targets, decided, costs, account };
}

/** Returns the metadata of a recipient's notification: its own over that which the request shares (SEND-9). */
export const metadataFor = (body: NotificationOrder['body'], own: Metadata = {}): Metadata => ({
  ...body.metadata,
  ...own,
});

/** Returns the error of a recipient who has too much metadata together with the request. */
function tooMuchMetadata(
  { body, batchId }: NotificationOrder,
  recipient: Recipient,
  index: number,
): ApiError | undefined {
  if (recipient.kind !== 'contact' || !recipient.metadata) return undefined;
  if (Object.keys(metadataFor(body, recipient.metadata)).length <= MAX_METADATA) return undefined;
  return invalid(
    fieldPath([...placeOf(batchId, index), 'metadata']),
    `${TOO_MANY}, with those of the request`,
  );
}

/** Returns the reference of a recipient's notification: its own, before that of the request. */
export const referenceFor = (body: NotificationOrder['body'], own?: string): string | undefined =>
  own ?? body.reference;

/** Returns the error of a recipient for whom `if_open` has no reference. */
function withoutReference({ body }: NotificationOrder, recipient: Recipient): ApiError | undefined {
  const own = recipient.kind === 'contact' ? recipient.reference : undefined;
  if (body.if_open === undefined || referenceFor(body, own) !== undefined) return undefined;
  return invalid('if_open', 'needs a reference, beside it or in the recipient');
}

/** Returns the path of a recipient in the body. */
const placeOf = (batchId: string | null, index: number): PropertyKey[] =>
  batchId === null ? ['to'] : ['to', index];

/** Returns what the notifications of these recipients count in the quotas. */
export const costOf = ({ costs }: Pick<SendOrder, 'costs'>, recipients: { index: number }[]): number =>
  recipients.reduce((sum, { index }) => sum + (costs[index] ?? 0), 0);

/**
 * Returns an order without the recipients whose own payload is not what the event declares. Throws a 400 if the shared one is
 * not, or if no recipient has one of its own.
 */
export function refuseMisfits(order: SendOrder, check = { shared: true }): SendOrder {
  const { event, body, targets, decided, batchId } = order;
  if (!event.payload) return order;
  const shared = body.payload ?? {};
  const { required = [] } = event.payload;
  const owns = targets.map(({ recipient }) => (recipient.kind === 'contact' ? recipient.payload : undefined));
  const isShared = owns.every((own) => own === undefined);
  const problem =
    check.shared && checkPayload({ ...event.payload, required: isShared ? required : [] }, shared);
  if (problem) throw misfit([], problem);
  if (isShared) return order;
  // The keys of a payload are checked one by one, so that the shared ones need not be checked for each recipient.
  const own = { ...event.payload, required: required.filter((key) => !Object.hasOwn(shared, key)) };
  const fits: Target[] = [];
  const refused: Refused[] = [];
  for (const [place, target] of targets.entries()) {
    const { index } = target;
    const wrong = checkPayload(own, owns[place] ?? {});
    if (wrong) refused.push({ index, error: misfit(placeOf(batchId, index), wrong) });
    else fits.push(target);
  }
  return { ...order, targets: fits, decided: [...decided, ...refused] };
}

const misfit = (of: PropertyKey[], { path, rule }: PayloadProblem): ApiError =>
  invalid(fieldPath([...of, 'payload', ...path]), rule);

/** Returns an order without recipients that are accepted already and have paid their part of the quota. */
export function withoutAccepted(order: SendOrder, accepted: Accepted[]): SendOrder {
  const indexes = new Set(accepted.map(({ index }) => index));
  const isLeft = ({ index }: { index: number }): boolean => !indexes.has(index);
  return {
    ...order,
    targets: order.targets.filter(isLeft),
    decided: [...order.decided.filter(isLeft), ...accepted],
    account: { ...order.account, paid: costOf(order, accepted) },
  };
}
