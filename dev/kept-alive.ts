import { setTimeout as sleep } from 'node:timers/promises';
import { LaunchError, type LaunchOptions, type Running } from './servers/launch';

export type LaunchHooks = Required<Pick<LaunchOptions, 'onSpawn' | 'onOutput' | 'signal'>>;

export interface KeptAliveOptions {
  name: string;
  /** For messages. */
  logFile: string;
  start: (hooks: LaunchHooks) => Promise<Running>;
  /** How long it may take to end in order. @default 15 s */
  graceMs?: number;
  onSpawn: (pid: number) => void;
  onOutput: (chunk: Buffer) => void;
  /** It answers again, under another process id. */
  onRestarted: (pid: number) => void;
  report: (line: string) => void;
}

/** The pause before the first, second… restart within `EPISODE_MS`. */
const PAUSES_MS = [0, 500, 1_000, 3_000, 5_000];
const PAUSE_WHEN_HOPELESS_MS = 30_000;
const EPISODE_MS = 60_000;

/** A child process that is started again when it dies, after it died. */
export class KeptAlive {
  private readonly options: KeptAliveOptions;
  private readonly stopping = new AbortController();
  private pid: number | undefined;
  private launching: Promise<Running> | undefined;
  private running: Running | undefined;
  private watching: Promise<void> | undefined;
  private deaths: number[] = [];

  constructor(options: KeptAliveOptions) {
    this.options = options;
  }

  /**
   * Starts it; throws when it does not come up, since a first start that fails will not heal by itself.
   * `signal` ends a start that is under way, and has no meaning afterwards.
   */
  async start(signal: AbortSignal): Promise<number> {
    const running = await this.launch(AbortSignal.any([signal, this.stopping.signal]));
    this.watching = this.watch(running);
    return running.pid;
  }

  /** Ends it in order; it stays ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.launching?.catch(() => undefined);
    await this.running?.stop(this.options.graceMs);
    await this.watching;
  }

  /** Ends it the hard way. */
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
        pauseMs < PAUSE_WHEN_HOPELESS_MS
          ? 'It is started again.'
          : `${name} keeps dying (${this.deaths.length} times within a minute); the next try is in 30 s.`;
      report(`${reason}\n${next} Its log: ${this.options.logFile}`);
      await sleep(pauseMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      if (this.stopping.signal.aborted) return undefined;
      try {
        const running = await this.launch(this.stopping.signal);
        report(`${name} is back (process ${running.pid})`);
        onRestarted(running.pid);
        return running;
      } catch (error) {
        if (this.stopping.signal.aborted) return undefined;
        reason = error instanceof LaunchError ? error.message : String(error);
      }
    }
  }

  /** The pause before a restart: the longer, the more often it died lately. */
  private nextPause(): number {
    const now = Date.now();
    this.deaths = [...this.deaths.filter((each) => now - each < EPISODE_MS), now];
    return PAUSES_MS[this.deaths.length - 1] ?? PAUSE_WHEN_HOPELESS_MS;
  }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself a moment ago.
  }
}
