import { setTimeout as sleep } from 'node:timers/promises';
import { LaunchError, type LaunchOptions, type Running } from './servers/launch';

export type LaunchHooks = Required<Pick<LaunchOptions, 'onSpawn' | 'onOutput' | 'signal'>>;

export interface KeptAliveOptions {
  name: string;
  /** For messages. */
  logFile: string;
  start: (hooks: LaunchHooks) => Promise<Running>;
  /** Time that it has to stop before SIGKILL, milliseconds. @default 15_000 */
  graceMs?: number;
  onSpawn: (pid: number) => void;
  onOutput: (chunk: Buffer) => void;
  /** Called after a restart, with the new process id. */
  onRestarted: (pid: number) => void;
  report: (line: string) => void;
}

/** Delays before the first, second… restart within `EPISODE_MS`, milliseconds. */
const PAUSES_MS = [0, 500, 1_000, 3_000, 5_000];
const LONGEST_PAUSE_MS = 30_000;
const EPISODE_MS = 60_000;

/** A child process that is restarted after it exits. */
export class KeptAlive {
  private readonly options: KeptAliveOptions;
  private readonly stopping = new AbortController();
  private pid: number | undefined;
  private launching: Promise<Running> | undefined;
  private running: Running | undefined;
  private watching: Promise<void> | undefined;
  private exits: number[] = [];

  constructor(options: KeptAliveOptions) {
    this.options = options;
  }

  /**
   * Starts the process and returns its id. Throws if it does not become ready, because a first start that fails would fail
   * again. `signal` aborts only this start.
   */
  async start(signal: AbortSignal): Promise<number> {
    const running = await this.launch(AbortSignal.any([signal, this.stopping.signal]));
    this.watching = this.watch(running);
    return running.pid;
  }

  /** Stops it for good: SIGTERM, and SIGKILL after `graceMs`. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.launching?.catch(() => undefined);
    await this.running?.stop(this.options.graceMs);
    await this.watching;
  }

  /** Ends it with SIGKILL. */
  kill(): void {
    this.stopping.abort();
    if (this.pid !== undefined) endNow(this.pid);
  }

  private async launch(signal: AbortSignal): Promise<Running> {
    const { onSpawn, onOutput, start } = this.options;
    this.launching = start({
      onOutput,
      signal,
      onSpawn: (pid) => {
        this.pid = pid;
        onSpawn(pid);
      },
    });
    this.running = await this.launching;
    return this.running;
  }

  private async watch(first: Running): Promise<void> {
    let running: Running | undefined = first;
    while (running) {
      const how: string = await running.exited;
      this.running = undefined;
      this.pid = undefined;
      running = this.stopping.signal.aborted ? undefined : await this.restart(how);
    }
  }

  private async restart(how: string): Promise<Running | undefined> {
    const { name, report, onRestarted } = this.options;
    let reason = `${name} ${how}`;
    for (;;) {
      const pauseMs = this.nextPause();
      const next =
        pauseMs < LONGEST_PAUSE_MS
          ? 'It is restarted.'
          : `${name} keeps exiting (${this.exits.length} times within a minute). The next start is in 30 s.`;
      report(`${reason}\n${next} Its log: ${this.options.logFile}`);
      await sleep(pauseMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      if (this.stopping.signal.aborted) return undefined;
      try {
        const running = await this.launch(this.stopping.signal);
        report(`${name} runs again (process ${running.pid})`);
        onRestarted(running.pid);
        return running;
      } catch (error) {
        if (this.stopping.signal.aborted) return undefined;
        reason = error instanceof LaunchError ? error.message : String(error);
      }
    }
  }

  /** Returns the delay before a restart, which grows with the number of recent exits. */
  private nextPause(): number {
    const now = Date.now();
    this.exits = [...this.exits.filter((each) => now - each < EPISODE_MS), now];
    return PAUSES_MS[this.exits.length - 1] ?? LONGEST_PAUSE_MS;
  }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}
