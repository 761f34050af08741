import { sealedFor, sealText } from '../../core/shared/at-rest';
import type { BatchAnswer } from '../../store/notifications/batches';
import type { SendDeps } from '../deps';
import type { Accepted, Refused, SendOrder } from './order';
import type { Placed } from './place-recipients';

/** What is not accepted with an id that follows from that of the array. */
interface Others {
  kept: Accepted[];
  refused: Refused[];
}

/** Stores what the notifications of an array share, and its answer (ARRAY-6). It is stored before them. */
export async function storeBatch(
  { store, vault }: SendDeps,
  order: SendOrder,
  { placed, ...others }: Others & { placed: Placed[] },
): Promise<void> {
  const { caller, event, body, batchId } = order;
  if (batchId === null) return;
  // Without a notification, no erasure of a contact would find the content.
  const shared = placed.length > 0 ? body : {};
  await store.batches.put({
    id: batchId,
    applicationId: caller.scope.applicationId,
    answer: answerOf(order, others),
    payload: shared.payload ?? {},
    overrides: shared.overrides ?? null,
    ...(event.sensitive && {
      seal: (text: string) => sealText(vault, text, sealedFor.content(batchId)),
    }),
  });
}

/** Stores the answer of an array again, because the commit has changed it. */
export async function storeAnswer({ store }: SendDeps, order: SendOrder, others: Others): Promise<void> {
  if (order.batchId !== null) await store.batches.setAnswer(order.batchId, answerOf(order, others));
}

function answerOf({ caller, event, costs, decided }: SendOrder, { kept, refused }: Others): BatchAnswer {
  const errors = [...decided.filter((one) => 'error' in one), ...refused];
  return {
    environment: caller.scope.environment,
    event: event.name,
    size: costs.length,
    ...(errors.length > 0 && {
      rejected: errors.map(({ index, error: { message, code, details } }) => ({
        ...{ index, error: message, code, field: details.field ?? null },
      })),
    }),
    ...(kept.length > 0 && { kept: kept.map(({ index, id }) => ({ index, id })) }),
  };
}
