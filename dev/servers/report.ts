/** Takes one line of progress for the person at the terminal. */
export type Report = (line: string) => void;

/** Passes lines on from the fifth second: what is here already is found without a word. */
export function reportIfSlow(report: Report): Report {
  const begun = Date.now();
  return (line) => {
    if (Date.now() - begun > 5_000) report(line);
  };
}

/** A line every `everyMs` while `work` runs, so that minutes of silence do not look like a hang. */
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
