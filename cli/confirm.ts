import { createInterface } from 'node:readline/promises';
import { CliError } from './errors';
import type { Host } from './host';

interface Confirmation {
  question: string;
  /** What a yes would do, for the error without a terminal. */
  would: string;
  /** What to do without a terminal. */
  next: string;
  /** What a no means. */
  refused: string;
}

/** Asks on a terminal. Throws if there is none, or if the answer is not yes. */
export async function confirm(
  { stdin, stderr }: Host,
  { question, would, next, refused }: Confirmation,
): Promise<void> {
  if (!stdin.isTTY)
    throw new CliError(`${would}, and there is no terminal for the confirmation`, { next, usage: true });
  const terminal = createInterface({ input: stdin, output: stderr });
  const answer = await terminal.question(`${question} (yes/no) `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliError(refused);
}
