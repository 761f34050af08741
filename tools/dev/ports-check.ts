import { StartError } from './data-folder';
import { portInUse } from './servers/ports';

/** A port that a child will listen on. */
export interface NeededPort {
  variable: string;
  port: number;
  what: string;
}

/** Throws a StartError that lists all ports that are in use or given twice. */
export async function checkPorts(needed: NeededPort[]): Promise<void> {
  const problems: string[] = [];
  for (const [index, { variable, port, what }] of needed.entries()) {
    const other = needed.slice(0, index).find((each) => each.port === port);
    if (other) problems.push(`${variable} and ${other.variable} are both ${port}`);
    else if (await portInUse(port)) problems.push(`port ${port}, for ${what}, is in use (${variable})`);
  }
  if (problems.length === 0) return;
  const first = needed.find(({ variable }) => problems[0]?.includes(variable));
  throw new StartError(
    [
      'Heliograph cannot start, because a port that it needs is not free:',
      ...problems.map((problem) => `  - ${problem}`),
      `Stop the process that listens there, or choose another port, e.g. ${first?.variable}=${(first?.port ?? 0) + 10_000} npm start`,
    ].join('\n'),
  );
}
