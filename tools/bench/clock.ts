/** Milliseconds since 1970, finer than `Date.now()`: comparable with what the service's processes write. */
export const now = (): number => performance.timeOrigin + performance.now();
