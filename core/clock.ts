/** How far the clock on the wall is ahead of UTC at a time; milliseconds. */
export type Clock = (ms: number) => number;

/** The clock of the first of the zones that is known here; contacts may come from a place that knows newer ones. */
export function clockOf(zones: (string | null)[]): Clock {
  for (const zone of zones) {
    if (zone === null) continue;
    try {
      return inZone(zone);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return () => 0;
}

function inZone(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  return (ms) => {
    const parts = Object.fromEntries(
      format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
  };
}
