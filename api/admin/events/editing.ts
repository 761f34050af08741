import { z } from 'zod';
import { editingBody } from '../../../core/schemas/admin';
import { answer, timestamp } from '../../http/formats';
import { route } from '../../http/route';
import { EVENTS, scopeIn } from './event-in';
import { authorOf } from './push';

/** How long somebody counts as editing after their last sign of life, milliseconds. */
const FOR_MS = 60_000;

/** Notes that the caller has the event open in an editor, and says who else has. */
export const noteEditing = route({
  id: 'noteEditing',
  tag: 'Events',
  method: 'put',
  path: `${EVENTS}/:name/editing`,
  role: 'editor',
  audit: null,
  body: editingBody.meta({ id: 'EditingRequest' }),
  bodyIsOptional: true,
  summary: 'Say that you edit an event, and see who else does',
  description:
    'An editor of events calls it when it opens an event, every 20 seconds while the event is open, and with `open: false` when it closes it. Who has not called it for a minute counts no more.',
  answer: answer('EditingAnswer', {
    others: z
      .array(z.object({ id: z.string(), name: z.string(), since: timestamp }))
      .describe('Who else edits it, the longest first.'),
  }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => {
    const { scope } = await scopeIn(store, call);
    const by = authorOf(call.admin);
    const now = new Date();
    const { name } = call.params;
    const [all] = await Promise.all([
      store.editing.of(scope, name, now),
      call.body.open
        ? store.editing.note(scope, name, by, { now, forMs: FOR_MS })
        : store.editing.end(scope, name, by.id),
    ]);
    return {
      others: all
        .filter((one) => one.by.id !== by.id)
        .map((one) => ({ ...one.by, since: one.since.toISOString() })),
    };
  },
});
