const HOUR_MS = 3_600_000;

export interface SessionLimits {
  /** Returns when a session ends that began at `createdAt` and is used now. */
  endOf: (createdAt: Date, now: Date) => Date;
}

/** A session ends `idleHours` after its last use, and `maxHours` after it began. */
export const createSessionLimits = (idleHours: number, maxHours: number): SessionLimits => ({
  endOf: (createdAt, now) =>
    new Date(Math.min(now.getTime() + idleHours * HOUR_MS, createdAt.getTime() + maxHours * HOUR_MS)),
});
