const LINES = 8;

/** Returns the end of what a process printed, indented for a message, with the text of pino's JSON lines. */
export function lastOutputOf(output: string): string {
  const lines = output.trim().split('\n').filter(Boolean).slice(-LINES);
  if (lines.length === 0) return '';
  return `. Its last output:\n${lines.map((line) => `    ${readable(line)}`).join('\n')}`;
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
