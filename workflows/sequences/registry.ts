import type { SequenceName } from '../../core/sequences/names';
import type { Sequence } from '../engine/api';
import { trialEnding } from './trial-ending';

/** Every sequence in code, by the name that event files use. */
export const SEQUENCES: Record<SequenceName, Sequence> = {
  'trial-ending': trialEnding,
};
