import { CommanderError } from 'commander';
import { CliError } from './errors';
import { printable } from './output';
import { createProgram } from './program';

async function main(args: string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed its own by then; --help and --version come here with 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const known = error instanceof CliError ? error : unexpected(error);
    process.stderr.write(args.includes('--json') ? asJson(known) : asText(known));
    return known.exitCode;
  }
}

function unexpected(error: unknown): CliError {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new CliError(`something that should not happen: ${words}`, { cause: error });
}

function asText(error: CliError): string {
  const code = error.code === undefined ? '' : ` [${error.code}]`;
  const lines = [...error.details, `heliograph: ${error.message}${code}`];
  if (error.next !== undefined) lines.push(error.next);
  return `${printable(lines.join('\n'))}\n`;
}

function asJson({ message, code, details, next }: CliError): string {
  return `${JSON.stringify({ error: message, code, details, next })}\n`;
}

void main(process.argv.slice(2)).then((exitCode) => {
  // Not process.exit: output that goes into a pipe may still be on its way.
  process.exitCode = exitCode;
});
