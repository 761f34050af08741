/** Where a value of a message comes from, in the order in which they are asked (TENANT-2). */
export const ORIGINS = ['send', 'tenant', 'event', 'application', 'service'] as const;
export type Origin = (typeof ORIGINS)[number];

/** Returns the first value that is set, with its origin. */
export function firstSet<T>(
  values: readonly (readonly [Origin, T | null | undefined])[],
): { value: T; origin: Origin } | undefined {
  for (const [origin, value] of values) if (value !== null && value !== undefined) return { value, origin };
  return undefined;
}
