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

/** Returns source text with a fault in it. Throws if the text does not have the fault's place exactly once. */
export function withFault(text: string, { name, file, from, to }: Fault): string {
  const parts = text.split(from);
  if (parts.length !== 2)
    throw new Error(`the fault ${name} does not fit ${file}: its place is there ${parts.length - 1} times`);
  return parts.join(to);
}
