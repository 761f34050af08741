import { activityInfo } from '@temporalio/activity';
import { attemptDetails, noteDetails } from './attempt-details';

/** How often an activity of `tellWebhook` was begun, and how often nothing was sent. */
export interface Tries {
  /** Requests that were made before this try, one that a worker's death cut off included. */
  made: number;
  /** Says that this try comes to no request, and so is none of the six. */
  noteIdle(): void;
}

/**
 * Temporal counts each begin of an activity, turn-aways too. Which of them came to no request is told in heartbeat details,
 * which outlive the try: so only a turn-away costs a heartbeat, and what a worker's death cut off counts as made.
 */
export function triesSoFar(attemptsMade: number): Tries {
  const { attempt } = activityInfo();
  const { idle = 0 } = attemptDetails();
  return {
    made: attemptsMade + attempt - 1 - idle,
    noteIdle: () => noteDetails({ idle: idle + 1 }),
  };
}
