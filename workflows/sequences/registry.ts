import type { SequenceName } from '../../core/sequences/names';
import type { Sequence } from '../engine/api';
import { trialEnding } from './trial-ending';

/** Every sequence that is written as code, under the name by which the files of events know it. */
export const SEQUENCES: Record<SequenceName, Sequence> = {
  'trial-ending': trialEnding,
};
