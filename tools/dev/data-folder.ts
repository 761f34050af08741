import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { endProcess, isRunning } from './processes';

/** Thrown if the person at the terminal can fix the problem. The message says how. */
export class StartError extends Error {
  override name = 'StartError';
}

/** What a run leaves in the folder. `--fresh` removes this and nothing else. */
const OWN_FILES = [
  'temporal.db',
  'temporal.db-shm',
  'temporal.db-wal',
  'mongod',
  'mongo-stand-in',
  'logs',
  'credentials.json',
  'applied-events.json',
];
const SUPERVISOR_MARK = path.join('dev', 'start.ts');

const leftoversSchema = z.array(z.object({ name: z.string(), pid: z.number().int(), mark: z.string() }));
type Leftover = z.infer<typeof leftoversSchema>[number];

/** The folder of one development installation. One supervisor at a time holds it. */
export class DataFolder {
  readonly path: string;
  private readonly children = new Map<string, Leftover>();

  constructor(directory: string) {
    this.path = directory;
  }

  file(...names: string[]): string {
    return path.join(this.path, ...names);
  }

  /** Claims the folder for this process. Throws if a running supervisor holds it. */
  async claim(): Promise<void> {
    await mkdir(this.path, { recursive: true });
    while (!this.tryClaim()) {
      const pid = Number(await readFile(this.lockFile, 'utf8').catch(() => '0'));
      if (pid && pid !== process.pid && (await isRunning(pid, SUPERVISOR_MARK))) {
        throw new StartError(
          `Heliograph is already running with ${this.path} (process ${pid}).\n` +
            `Stop it with Ctrl-C in its terminal, or with \`kill ${pid}\`. To run a second one, set ` +
            'HELIOGRAPH_DATA_DIR and other ports.',
        );
      }
      await rm(this.lockFile, { force: true });
    }
  }

  async release(): Promise<void> {
    await rm(this.file('children.json'), { force: true });
    await rm(this.lockFile, { force: true });
  }

  /** Ends the processes that a killed supervisor left running. Returns their names. */
  async endLeftovers(): Promise<string[]> {
    await rm(this.file('dev.json'), { force: true });
    const ended: string[] = [];
    for (const { name, pid, mark } of await this.leftovers()) {
      if (!(await isRunning(pid, mark))) continue;
      await endProcess(pid, mark);
      ended.push(name);
    }
    return ended;
  }

  /** Records a child for the next supervisor. `mark` is text that identifies its command line. */
  remember(name: string, pid: number, mark: string): void {
    this.children.set(name, { name, pid, mark });
    this.writeJson('children.json', [...this.children.values()]);
  }

  /** Removes all data. */
  async clear(): Promise<void> {
    for (const name of OWN_FILES) await rm(this.file(name), { recursive: true, force: true });
  }

  /** Replaces a whole file. Only its owner can read it, because most files contain keys. */
  writeJson(name: string, value: unknown): void {
    const temporary = this.file(`.${name}.${process.pid}.tmp`);
    writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, this.file(name));
  }

  /** Returns what `writeJson` wrote; undefined if the file is missing or unreadable. */
  async readJson(name: string): Promise<unknown> {
    try {
      return JSON.parse(await readFile(this.file(name), 'utf8')) as unknown;
    } catch {
      return undefined;
    }
  }

  private get lockFile(): string {
    return this.file('supervisor.pid');
  }

  /** Links a complete file, so no process reads a lock without its content. */
  private tryClaim(): boolean {
    const temporary = this.file(`.supervisor.${process.pid}.tmp`);
    writeFileSync(temporary, String(process.pid));
    try {
      linkSync(temporary, this.lockFile);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return false;
    } finally {
      rmSync(temporary, { force: true });
    }
  }

  private async leftovers(): Promise<Leftover[]> {
    const parsed = leftoversSchema.safeParse(await this.readJson('children.json'));
    return parsed.success ? parsed.data : [];
  }
}
