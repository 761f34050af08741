import { z } from 'zod';
import { type Environment, ENVIRONMENTS } from '../shared/channels';
import { line, queryInteger } from './fields';
import { time } from './times';

/** Query of `GET /admin/v1/explain`. `who` is an address, an identifier or the beginning of an id. */
export const explainQuery = z.strictObject({
  who: line(255).min(1),
  application: line(255).min(1).optional(),
  environment: z.enum(ENVIRONMENTS).optional(),
  event: line(255).min(1).optional(),
  from: time.optional(),
  to: time.optional(),
  limit: queryInteger(1, 50, 20, 'must be an integer from 1 to 50'),
});

/**
 * What an entry of a timeline means for the person: `done` went as it should, `waiting` goes on later, `skipped` was not
 * to be sent, `failed` was to be sent and was not.
 */
export type StoryKind = 'done' | 'waiting' | 'skipped' | 'failed';

/** One thing that happened, in one sentence. */
export interface StoryEntry {
  at: string;
  kind: StoryKind;
  /** Stable: an error code, or what happened, such as `ACCEPTED` or `CONDITION_FALSE`. */
  code: string;
  text: string;
  /** What a provider, an endpoint or a failed sequence said, word for word. Null: nothing. */
  quote: string | null;
  /** Null: it belongs to no notification. */
  notification_id: string | null;
  /** Null: it is about all events. */
  event: string | null;
}

/** Answer to `GET /admin/v1/explain`. Entries are oldest first. */
export interface Explanation {
  people: {
    id: string;
    application: string;
    environment: Environment;
    name: string | null;
    email: string | null;
    phone: string | null;
  }[];
  entries: StoryEntry[];
  /** Notifications that the entries are about. */
  notifications: number;
  /** True if there are more notifications in that time than were asked for. */
  more: boolean;
}
