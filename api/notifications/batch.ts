import type { z } from 'zod';
import { derivedId, isUuid } from '../../core/shared/ids';
import { ApiError } from '../http/api-error';
import { uuid } from '../http/formats';
import { route } from '../http/route';
import { batchAnswer } from '../sending/answer';
import { acceptedView, rejectedView } from '../sending/responses';
import { ANSWERS } from '../sending/send-examples';

export const getBatch = route({
  id: 'getBatch',
  tag: 'Notifications',
  method: 'get',
  path: '/v1/batches/:id',
  scope: 'read',
  summary: 'Read the answer to an array again',
  description: 'It is kept as long as the content of its notifications.',
  params: { id: uuid.describe('As the send answered it.').meta({ examples: [ANSWERS['An array'].id] }) },
  answer: batchAnswer,
  answered: 'The answer to the send.',
  errors: ['BATCH_NOT_FOUND'],
  examples: { answer: { 'An array': ANSWERS['An array'] } },
  handler: async ({ caller, params }, { store }): Promise<z.output<typeof batchAnswer>> => {
    const id = params.id.toLowerCase();
    const found = isUuid(id) ? await store.batches.answerOf(id, caller.scope) : null;
    if (!found) throw ApiError.of('BATCH_NOT_FOUND', []);
    const { event, size, rejected = [], kept = [] } = found;
    const ids = rejected.map(({ index }) => derivedId(id, index));
    // Another process of the request may have accepted what the last one refused.
    const made = ids.length > 0 ? await store.notifications.existing(ids) : new Set<string>();
    const refusals = new Map(rejected.map((one) => [one.index, one]));
    const others = new Map(kept.map((one) => [one.index, one]));
    const notifications = Array.from({ length: size }, (_, index) => {
      const own = derivedId(id, index);
      const refusal = refusals.get(index);
      if (refusal && !made.has(own)) return rejectedView(event, refusal);
      const other = others.get(index);
      return acceptedView(event, other ? { ...other, kept: true } : { index, id: own });
    });
    // What is stored was made by a send.
    return { id, event, status: 'accepted', notifications } as unknown as z.output<typeof batchAnswer>;
  },
});
