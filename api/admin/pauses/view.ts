import { z } from 'zod';
import { pauseBody } from '../../../core/schemas/pause';
import { type ApplicationPause, type Pause, pauseOf } from '../../../core/sending/pauses';
import { MOST_COUNTED_HELD } from '../../../store/notifications/holds';
import type { Store } from '../../../store/store';
import { answer, timestamp } from '../../http/formats';

/** A pause as operators see it. */
export const pauseSchema = z
  .object({
    since: timestamp,
    by: z.string().describe('Name of the admin key or operator, and the job if a job paused it.'),
    reason: z.string().nullable(),
    held: z
      .int()
      .min(0)
      .describe(
        `Notifications that wait for its end. Counted up to ${MOST_COUNTED_HELD.toLocaleString('en')}.`,
      ),
    resumed_at: timestamp
      .nullable()
      .describe('When it was resumed. What it holds is being released. Null: it was not resumed.'),
  })
  .meta({ id: 'Pause' });

export type PauseView = z.output<typeof pauseSchema>;

export const pauseRequest = pauseBody.meta({ id: 'PauseRequest' });

/** The field of what can be paused. */
export const pauseField = pauseSchema.nullable().describe('Null: it is not paused.');

export const pauseAnswer = answer('PauseAnswer', { pause: pauseField });

/** Returns a pause with what it holds. It counts only if there is a pause. */
export const pauseView = async (
  { holds }: Pick<Store, 'holds'>,
  pause: (Pause & Pick<ApplicationPause, 'resumedAt'>) | undefined,
): Promise<PauseView | null> => (pause ? { ...pauseFacts(pause), held: await holds.count(pause.of) } : null);

/** Returns what is known of a pause without a count. */
export const pauseFacts = ({
  since,
  by,
  reason,
  resumedAt,
}: Pause & Pick<ApplicationPause, 'resumedAt'>): Omit<PauseView, 'held'> => ({
  ...{ since: since.toISOString(), by, reason, resumed_at: resumedAt?.toISOString() ?? null },
});

/** Returns the pause of an event or an integration, with what it holds. */
export const pauseIn = (
  store: Pick<Store, 'holds'>,
  { pauses }: { pauses?: ApplicationPause[] },
  of: string,
): Promise<PauseView | null> => pauseView(store, pauseOf(pauses, of));
