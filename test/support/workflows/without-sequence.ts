import { SEQUENCES } from '../../../workflows/sequences/registry';

/** A worker of a version that does not have the sequence. */
delete (SEQUENCES as Partial<typeof SEQUENCES>)['trial-ending'];

export * from '../../../workflows/index';
