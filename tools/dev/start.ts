import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ExtensionError } from '../../process/extensions/error';
import { WorkflowImportError } from '../../worker/workflow-imports';
import { DataFolder, StartError } from './data-folder';
import { checkPorts, type NeededPort } from './ports-check';
import { FolderError, inFolder } from './servers/folder-error';
import { LaunchError } from './servers/launch';
import { ServerNotFoundError } from './servers/locate';
import { devSettings, SettingsError, type DevSettings } from './settings';
import { summaryOf } from './summary';
import { Supervisor } from './supervisor';
import { terminal } from './terminal';

const EVENTS = path.join(__dirname, '../..', 'examples', 'events');
const USAGE = `npm start               everything that Heliograph needs, on this machine
npm start -- --fresh    the same, without the data of earlier starts`;
/** npm and the terminal may both pass on the same Ctrl-C. */
const SECOND_SIGNAL_AFTER_MS = 1_000;
const PARENT_CHECK_EVERY_MS = 300;

async function main(): Promise<void> {
  const fresh = readArguments();
  const settings = devSettings();
  const folder = new DataFolder(settings.dataDirectory);
  const inData = <T>(work: () => Promise<T>): Promise<T> =>
    inFolder(folder.path, 'HELIOGRAPH_DATA_DIR', work);
  await inData(() => folder.claim());
  const supervisor = new Supervisor(settings, folder);
  const stopped = onSignals(supervisor, folder);
  try {
    const leftovers = await folder.endLeftovers();
    if (leftovers.length > 0) terminal.line(`Ended processes of an earlier start: ${leftovers.join(', ')}`);
    if (fresh) await folder.clear();
    await checkPorts(neededPorts(settings));
    const { facts, demo, signInLink } = await inData(() => supervisor.start(EVENTS));
    for (const { name, environment } of demo.changed)
      terminal.warn(
        `The event ${name} of ${environment} was changed since the last start, and stays as it is. ` +
          `Compare: npx heliograph events diff examples/events --env ${environment}. ` +
          `Replace: npx heliograph events push examples/events --env ${environment}.`,
      );
    for (const problem of demo.problems) terminal.warn(`examples/events: ${problem}`);
    terminal.line(summaryOf(facts, demo, { signInLink, logs: folder.file('logs') }));
  } catch (error) {
    if (stopped.hasBegun()) return;
    showError(error);
    await stopped.stop(1);
  }
}

function readArguments(): boolean {
  try {
    const { values } = parseArgs({ options: { fresh: { type: 'boolean' }, help: { type: 'boolean' } } });
    if (values.help) {
      terminal.line(USAGE);
      process.exit(0);
    }
    return values.fresh ?? false;
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${USAGE}`);
  }
}

/** Returns `stop`, which ends the children and releases the folder, and calls it on signals. */
function onSignals(supervisor: Supervisor, folder: DataFolder) {
  let begunAt: number | undefined;
  const stop = async (code: number): Promise<void> => {
    begunAt = Date.now();
    rmSync(folder.file('dev.json'), { force: true });
    await supervisor.stop();
    await folder.release();
    if (code === 0) terminal.line('Stopped. No process is left.');
    process.exit(code);
  };
  const onSignal = (): void => {
    if (begunAt === undefined) {
      terminal.line('\nStopping. Running sends finish first. Press Ctrl-C again to end everything at once.');
      stop(0).catch((error: unknown) => {
        showError(error);
        process.exit(1);
      });
    } else if (Date.now() - begunAt > SECOND_SIGNAL_AFTER_MS) {
      supervisor.kill();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  onParentGone(onSignal);
  // A write to a closed terminal must not end this process before its children.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return { stop, hasBegun: () => begunAt !== undefined };
}

/** Stops if the parent ends: npm runs this process through a shell, and a signal to npm may end only that shell. */
function onParentGone(stop: () => void): void {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_CHECK_EVERY_MS);
  timer.unref();
}

function neededPorts({ ports, mongoUri, temporalAddress }: DevSettings): NeededPort[] {
  const needed: NeededPort[] = [
    { variable: 'API_PORT', port: ports.api, what: 'the API (production)' },
    { variable: 'API_SANDBOX_PORT', port: ports.sandbox, what: 'the API (sandbox)' },
    { variable: 'ADMIN_PORT', port: ports.admin, what: 'the admin routes' },
    { variable: 'METRICS_PORT', port: ports.metrics, what: 'metrics and probes' },
    { variable: 'SMTP_PORT', port: ports.smtp, what: 'the mail catcher' },
    { variable: 'INBOX_PORT', port: ports.inbox, what: 'the inbox' },
  ];
  if (!mongoUri) needed.push({ variable: 'MONGO_PORT', port: ports.mongo, what: 'MongoDB' });
  if (!temporalAddress) {
    needed.push({ variable: 'TEMPORAL_PORT', port: ports.temporal, what: 'Temporal' });
    needed.push({ variable: 'TEMPORAL_UI_PORT', port: ports.temporalUi, what: 'the Temporal UI' });
  }
  return needed;
}

/** Prints the message of an error that the reader can fix, and the stack of any other. */
function showError(error: unknown): void {
  const expected = [
    StartError,
    SettingsError,
    FolderError,
    ServerNotFoundError,
    LaunchError,
    WorkflowImportError,
    ExtensionError,
  ];
  const text = expected.some((type) => error instanceof type)
    ? (error as Error).message
    : String(stackOf(error));
  terminal.fail(text);
}

function stackOf(error: unknown): unknown {
  return error instanceof Error ? error.stack : error;
}

main().catch((error: unknown) => {
  showError(error);
  process.exit(1);
});
