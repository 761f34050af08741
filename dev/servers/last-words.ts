const LINES = 8;

/** The end of what a process printed, indented for a message; pino's JSON lines are made readable. */
export function lastWordsOf(output: string): string {
  const lines = output.trim().split('\n').filter(Boolean).slice(-LINES);
  if (lines.length === 0) return '';
  return `. Its last words:\n${lines.map((line) => `    ${readable(line)}`).join('\n')}`;
}

function readable(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
    return [msg, err?.message].filter(Boolean).join(': ') || line;
  } catch {
    return line;
  }
}
