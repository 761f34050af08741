import type { TimeOfDay } from '../../core/sequences/time-of-day';

/** Throws RangeError, a fault of the code, if a sequence gives no duration. */
export function checkDuration(name: string, durationMs: number): void {
  if (Number.isFinite(durationMs) && durationMs >= 0) return;
  throw new RangeError(`wait "${name}": ${durationMs} is no duration in milliseconds`);
}

/** Throws RangeError if a sequence gives a time that no clock shows. */
export function checkTimeOfDay(name: string, { hour, minute, days }: TimeOfDay): void {
  if (!isIn(hour, 23) || !isIn(minute, 59))
    throw new RangeError(`wait "${name}": ${hour}:${minute} is no time of day`);
  if (days !== undefined && !(days.length > 0 && days.every((day) => isIn(day, 6))))
    throw new RangeError(`wait "${name}": [${days.join(', ')}] are no days of the week; 0 is Sunday`);
}

const isIn = (value: number, most: number): boolean => Number.isInteger(value) && value >= 0 && value <= most;
