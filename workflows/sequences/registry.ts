import type { SequenceName } from '../../core/sequences/names';
import type { CodeSequence } from '../engine/code-api';
import { trialEnding } from './trial-ending';

/** Every sequence that is written as code, under the name by which the files of events know it. */
export const SEQUENCES: Record<SequenceName, CodeSequence> = {
  'trial-ending': trialEnding,
};
