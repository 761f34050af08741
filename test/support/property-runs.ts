import fc from 'fast-check';

/** How often a property is tried that needs more than one round; `npm run test:long` has rounds of more tries. */
export const rounds = (count: number): { numRuns: number } => ({
  numRuns: count * (fc.readConfigureGlobal().numRuns ?? 100),
});
