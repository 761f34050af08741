import fc from 'fast-check';

/** How often a property is tried that needs more than one round; `npm run test:long` has rounds of more tries. */
export const rounds = (count: number): { numRuns: number } => ({
  numRuns: count * tries(),
});

/** A fifth of how large something hostile may be; `npm run test:long` has all of it. */
export const part = (most: number): number => Math.round((most * tries()) / 500);

const tries = (): number => fc.readConfigureGlobal().numRuns ?? 100;
