import { CommanderError } from 'commander';
import { CliError } from './errors';
import type { Host } from './host';
import { printable } from './output';
import { createProgram } from './program';

/** Runs one command line, writes to its host, and returns the exit code: 1 for a failure, 2 for wrong usage. */
export async function run(args: string[], host: Host): Promise<number> {
  try {
    await createProgram(host).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already printed its message. --help and --version arrive here with exit code 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const known = error instanceof CliError ? error : unexpected(error);
    host.stderr.write(args.includes('--json') ? asJson(known) : asText(known));
    return known.exitCode;
  }
}

function unexpected(error: unknown): CliError {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new CliError(`unexpected error: ${stack}`, { cause: error });
}

function asText(error: CliError): string {
  const code = error.code === undefined ? '' : ` [${error.code}]`;
  const lines = [...error.details, `heliograph: ${error.message}${code}`, error.next ?? []].flat();
  return `${printable(lines.join('\n'))}\n`;
}

function asJson({ message, code, details, next }: CliError): string {
  return `${JSON.stringify({ error: message, code, details, next })}\n`;
}
