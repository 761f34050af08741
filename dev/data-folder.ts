import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { endProcess, isRunning } from './processes';

/** Thrown for what the person at the terminal can put right; the message says how. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Everything that a run leaves here; `--fresh` removes these and touches nothing else in the folder. */
const OWN_FILES = [
  'temporal.db',
  'temporal.db-shm',
  'temporal.db-wal',
  'mongod',
  'mongo-stand-in',
  'logs',
  'credentials.json',
];
const SUPERVISOR_MARK = path.join('dev', 'start.ts');

const leftoversSchema = z.array(z.object({ name: z.string(), pid: z.number().int(), mark: z.string() }));
type Leftover = z.infer<typeof leftoversSchema>[number];

/** The folder that holds one development installation; one supervisor at a time has it. */
export class DataFolder {
  readonly path: string;
  private readonly children = new Map<string, Leftover>();

  constructor(directory: string) {
    this.path = directory;
  }

  file(...names: string[]): string {
    return path.join(this.path, ...names);
  }

  /** Takes the folder for this process; throws when a supervisor that is alive has it. */
  async claim(): Promise<void> {
    await mkdir(this.path, { recursive: true });
    while (!this.tryClaim()) {
      const pid = Number(await readFile(this.lockFile, 'utf8').catch(() => '0'));
      if (pid && pid !== process.pid && (await isRunning(pid, SUPERVISOR_MARK))) {
        throw new StartError(
          `Heliograph is already running with ${this.path} (process ${pid}).\n` +
            `Stop it with Ctrl-C in its terminal, or with \`kill ${pid}\`; for a second one beside it, set ` +
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

  /** Ends what a supervisor that was killed left running; gives the names. */
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

  /** Remembers a child beyond our own death. `mark` is what its command line is recognised by. */
  remember(name: string, pid: number, mark: string): void {
    this.children.set(name, { name, pid, mark });
    this.writeJson('children.json', [...this.children.values()]);
  }

  /** Removes all data. */
  async clear(): Promise<void> {
    for (const name of OWN_FILES) await rm(this.file(name), { recursive: true, force: true });
  }

  /** Replaces a file as a whole; only its owner can read it, since most hold keys. */
  writeJson(name: string, value: unknown): void {
    const temporary = this.file(`.${name}.${process.pid}.tmp`);
    writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, this.file(name));
  }

  /** What `writeJson` wrote, or undefined when it is not there or not readable. */
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

  /** A link appears with its content, so nobody reads a lock that is not filled in yet. */
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
