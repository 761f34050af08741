import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';

const ROTATE_ABOVE_BYTES = 20 * 1_048_576;

/** The log files of the children, one per child. */
export class ChildLogs {
  private readonly directory: string;
  private readonly streams = new Map<string, WriteStream>();

  constructor(directory: string) {
    this.directory = directory;
  }

  fileOf(name: string): string {
    return path.join(this.directory, `${name}.log`);
  }

  /** Creates the folder, and renames log files larger than `ROTATE_ABOVE_BYTES`. */
  async prepare(names: readonly string[]): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    for (const name of names) {
      const size = await stat(this.fileOf(name)).then(
        (found) => found.size,
        () => 0,
      );
      if (size > ROTATE_ABOVE_BYTES) await rename(this.fileOf(name), `${this.fileOf(name)}.1`);
    }
  }

  write(name: string, chunk: Buffer): void {
    let stream = this.streams.get(name);
    if (!stream) {
      stream = createWriteStream(this.fileOf(name), { flags: 'a' });
      // A full disk must not end the supervisor; the terminal still shows the end of a child's output.
      stream.on('error', () => undefined);
      this.streams.set(name, stream);
    }
    stream.write(chunk);
  }

  async close(): Promise<void> {
    const streams = [...this.streams.values()];
    await Promise.all(streams.map((stream) => new Promise<void>((resolve) => stream.end(() => resolve()))));
  }
}
