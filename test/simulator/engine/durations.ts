const UNITS: Record<string, number> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  minute: 60_000,
  minutes: 60_000,
  h: 3_600_000,
};

/** Returns a duration of Temporal's options in milliseconds. */
export function msOf(duration: string | number | undefined): number | undefined {
  if (duration === undefined || typeof duration === 'number') return duration;
  const [, amount, unit = 'ms'] = /^(\d+(?:\.\d+)?) ?([a-z]+)?$/.exec(duration) ?? [];
  const ms = UNITS[unit];
  if (amount === undefined || ms === undefined)
    throw new Error(`the simulator does not know the duration ${duration}`);
  return Number(amount) * ms;
}
