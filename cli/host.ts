import path from 'node:path';
import { Command } from 'commander';

/** What the command line uses of its process. `process` is one. */
export interface Host {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: Writer;
  stderr: Writer;
  env: NodeJS.ProcessEnv;
  cwd(): string;
}

type Writer = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

/** Width of help that is not printed on a terminal, characters. */
const DEFAULT_WIDTH = 80;

/** The root command. It writes only to its host, and throws CommanderError instead of exiting. */
export class Program extends Command {
  constructor(readonly host: Host) {
    super('heliograph');
    const { stdout, stderr } = host;
    this.helpOption('-h, --help', 'Show the usage.').helpCommand(
      'help [command]',
      'Show the usage of a command.',
    );
    this.exitOverride().configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? DEFAULT_WIDTH,
      getErrHelpWidth: () => stderr.columns ?? DEFAULT_WIDTH,
    });
  }
}

/** Returns the host of the program that a command belongs to. */
export function hostOf(command: Command): Host {
  if (command instanceof Program) return command.host;
  if (!command.parent) throw new Error(`the command ${command.name()} belongs to no program`);
  return hostOf(command.parent);
}

/** Resolves a path that a user gave from the host's folder. An empty path stays empty, which names no file. */
export const pathOf = (host: Pick<Host, 'cwd'>, given: string): string =>
  given === '' ? '' : path.resolve(host.cwd(), given);
