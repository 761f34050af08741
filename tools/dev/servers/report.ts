/** Shows one line of progress to the person at the terminal. */
export type Report = (line: string) => void;

/** Returns a report that drops the lines of the first five seconds, in which what is cached is found. */
export function reportIfSlow(report: Report): Report {
  const begun = Date.now();
  return (line) => {
    if (Date.now() - begun > 5_000) report(line);
  };
}

/** Reports a line every `everyMs` while `work` runs, so that long work does not look like a hang. */
export async function withHeartbeat<T>(
  report: Report,
  describe: () => string,
  work: () => Promise<T>,
  everyMs = 10_000,
): Promise<T> {
  const began = Date.now();
  const timer = setInterval(() => {
    report(`${describe()} (${Math.round((Date.now() - began) / 1000)} s so far)`);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
