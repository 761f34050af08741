/** Options of a dev server. */
export interface TemporalServerOptions {
  port: number;
  /** Port of the Temporal UI. Absent: there is none. */
  uiPort?: number;
  namespace: string;
  /** Database file. Absent: everything is kept in memory. */
  dbFilename?: string;
  /** Names. All have the type Keyword. */
  searchAttributes: readonly string[];
  dynamicConfig?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * By default the server polls its own task queues 20 times a second at most, so a single notification waits up to 50 ms
 * at each step. A development server on one machine can poll more often.
 */
const DYNAMIC_CONFIG = {
  'history.transferProcessorMaxPollRPS': 1000,
  'history.transferProcessorMaxPollHostRPS': 1000,
  // Deleting an execution waits for a checkpoint of these, every 30 s by default.
  'history.transferProcessorUpdateAckInterval': '1s',
  'history.visibilityProcessorUpdateAckInterval': '1s',
  // Priorities, and turns between applications (docs/operations/pacing.md).
  'matching.useNewMatcher': true,
  'matching.enableFairness': true,
  // A rate is divided among the partitions of a queue, and each keeps its own order.
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
};

/** Returns the arguments of `temporal server start-dev`, which listens on the loopback address only. */
export function temporalArgs(options: TemporalServerOptions): string[] {
  const args = ['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(options.port)];
  args.push('--log-level', 'warn', '--namespace', options.namespace);
  if (options.uiPort) args.push('--ui-ip', '127.0.0.1', '--ui-port', String(options.uiPort));
  else args.push('--headless');
  if (options.dbFilename) {
    args.push('--db-filename', options.dbFilename);
    // Three times the starts per second. A power cut may lose the last writes, a crash loses none.
    args.push('--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=1');
  }
  for (const name of options.searchAttributes) args.push('--search-attribute', `${name}=Keyword`);
  for (const [name, value] of Object.entries({ ...DYNAMIC_CONFIG, ...options.dynamicConfig })) {
    args.push('--dynamic-config-value', `${name}=${JSON.stringify(value)}`);
  }
  return args;
}
