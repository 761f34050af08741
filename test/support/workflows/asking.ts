import { SEQUENCES } from '../../../workflows/sequences/registry';
import { asking } from './asking-code';

/** The example of a sequence in code, as one that asks. */
SEQUENCES['trial-ending'] = asking;

export * from '../../../workflows/index';
