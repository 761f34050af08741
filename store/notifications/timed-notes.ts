import type { Note } from './model';

/** Whether a note says that a message waits until a time, which is its detail. */
export const isTimed = ({ code }: Pick<Note, 'code'>): boolean =>
  code === 'QUIET_HOURS' || code === 'CAPPED' || code === 'WARM_UP';
