import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { CliError } from '../errors';
import { printable } from '../output';

/** A record, or a person in it, that was not imported. */
export interface Reject {
  line: number;
  code: string;
  field?: string;
  error: string;
}

/** Rejects that are printed if no file is named. */
const MOST_PRINTED = 10;

/** Counts rejects, and writes them to a CSV file as those of imports into topics, or prints the first ones. */
export class Rejects {
  count = 0;
  private stream: WriteStream | undefined;

  constructor(
    private readonly file: string | undefined,
    private readonly stderr: NodeJS.WritableStream | null,
  ) {}

  add({ line, code, field, error }: Reject): void {
    this.count += 1;
    if (this.file !== undefined) {
      this.stream ??= opened(this.file);
      this.stream.write(`${[String(line), code, field ?? '', error].map(cell).join(',')}\n`);
    } else if (this.stderr && this.count <= MOST_PRINTED) {
      this.stderr.write(`${printable(`line ${line}: ${error} [${code}]`)}\n`);
      if (this.count === MOST_PRINTED) this.stderr.write('--rejects FILE writes all to a file.\n');
    }
  }

  /** Ends the file. Throws if it could not be written. */
  async end(): Promise<void> {
    if (this.stream === undefined) return;
    this.stream.end();
    await finished(this.stream).catch((cause: unknown) => {
      throw new CliError(`cannot write the file ${this.file}: ${(cause as Error).message}`, { cause });
    });
  }
}

function opened(file: string): WriteStream {
  const stream = createWriteStream(file);
  // `end` throws it.
  stream.on('error', () => undefined);
  stream.write('line,code,field,error\n');
  return stream;
}

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
