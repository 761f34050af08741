import { ACCEPTANCE_FAULTS } from './acceptance';
import { CLAIM_FAULTS } from './claims';
import type { Fault } from './fault';
import { OUTCOME_FAULTS } from './outcomes';
import { PEOPLE_FAULTS } from './people';

/** Every fault that `npm run simulate -- --faults` puts into the code, one at a time. */
export const FAULTS: readonly Fault[] = [
  ...CLAIM_FAULTS,
  ...OUTCOME_FAULTS,
  ...ACCEPTANCE_FAULTS,
  ...PEOPLE_FAULTS,
];
