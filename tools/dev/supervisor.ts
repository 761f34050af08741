import path from 'node:path';
import { ChildLogs } from './child-logs';
import { compiled, THREADS } from './compiled/compile';
import { builtDashboard } from './compiled/dashboard';
import { bundleOf } from './compiled/workflow-bundle';
import { prepareDemo, type Demo } from './demo';
import { linkOfDeveloper } from './developer';
import type { AppliedFiles } from './example-events';
import { AdminClient } from '../../cli/admin-client';
import { loadCredentials, saveCredentials, type Credentials } from './credentials';
import type { DataFolder } from './data-folder';
import { addressesOf, CHILD_NAMES, factsOf, type Addresses, type ChildName, type Facts } from './facts';
import { KeptAlive } from './kept-alive';
import { startNodeChild, type NodeChild } from './node-child';
import { checkConfigured, mongoRecipe, temporalRecipe, type ServerRecipe } from './servers-up';
import { extensionsFolder } from '../../process/extensions/files';
import type { DevSettings } from './settings';
import { terminal } from './terminal';

/** A process stops before the processes that it calls. */
const STOP_ORDER: readonly ChildName[][] = [['heliograph'], ['mail'], ['temporal', 'mongo']];
/** Milliseconds. The API answers the requests under way, then the worker finishes the sends that it has begun. */
const GRACE_MS: Partial<Record<ChildName, number>> = { heliograph: 60_000 };

/** The dev server needs none of what the shell may have for another Temporal. */
const OWN_TEMPORAL = {
  TEMPORAL_TLS: '',
  TEMPORAL_API_KEY: '',
  TEMPORAL_PROFILE: '',
  TEMPORAL_CONFIG_FILE: '',
};

/** Starts everything in order, restarts what ends, and stops everything. */
export class Supervisor {
  private readonly settings: DevSettings;
  private readonly folder: DataFolder;
  private readonly addresses: Addresses;
  private readonly logs: ChildLogs;
  private readonly children = new Map<ChildName, KeptAlive>();
  private readonly pids = new Map<ChildName, number>();
  private readonly starting = new AbortController();
  private keys: (Demo['keys'] & { admin: string }) | undefined;

  constructor(settings: DevSettings, folder: DataFolder) {
    this.settings = settings;
    this.folder = folder;
    this.addresses = addressesOf(settings);
    this.logs = new ChildLogs(folder.file('logs'));
  }

  /** Starts everything. Resolves after all is ready and `.data/dev.json` is written. */
  async start(eventsDirectory: string): Promise<{ facts: Facts; demo: Demo; signInLink: string }> {
    await this.logs.prepare(CHILD_NAMES);
    const credentials = await loadCredentials(this.folder);
    // Compiled meanwhile: the servers take longer.
    const code = compileProcesses(this.settings);
    await this.all([this.startServers(), code.then(() => undefined)]);
    await this.startProcesses(credentials, await code);
    const demo = await this.startDemo(credentials, eventsDirectory);
    this.keys = { ...demo.keys, admin: credentials.adminKey };
    const admin = new AdminClient({ url: this.addresses.admin, key: credentials.adminKey });
    return { facts: this.writeFacts(), demo, signInLink: await linkOfDeveloper(admin) };
  }

  /** Stops all children in order. */
  async stop(): Promise<void> {
    this.starting.abort();
    for (const names of STOP_ORDER) {
      await Promise.all(names.map(async (name) => this.children.get(name)?.stop()));
    }
    await this.logs.close();
  }

  /** Ends all children at once with SIGKILL. */
  kill(): void {
    this.starting.abort();
    for (const child of this.children.values()) child.kill();
  }

  private async startServers(): Promise<void> {
    const { settings, folder } = this;
    const { signal } = this.starting;
    await checkConfigured(settings, this.addresses);
    const bringUp = async (name: ChildName, recipe: Promise<ServerRecipe>, detail: string): Promise<void> => {
      const { start, mark } = await recipe;
      await this.startChild(name, mark, start);
      terminal.done(TITLES[name], detail);
    };
    const ui = `${this.addresses.temporal}, UI at ${this.addresses.temporalUi}`;
    const progress = terminal.progress;
    const temporal = (): Promise<ServerRecipe> =>
      temporalRecipe(settings, folder.file('temporal.db'), progress, signal);
    const mongo = (): Promise<ServerRecipe> => mongoRecipe(settings, folder.path, progress, signal);
    await this.all([
      settings.temporalAddress ? undefined : bringUp('temporal', temporal(), ui),
      settings.mongoUri ? undefined : bringUp('mongo', mongo(), this.addresses.mongoUri),
    ]);
  }

  private async startProcesses({ adminKey, encryptionKey }: Credentials, code: Code): Promise<void> {
    const { addresses, settings } = this;
    const { ports } = settings;
    const service = {
      MONGODB_URI: addresses.mongoUri,
      TEMPORAL_ADDRESS: addresses.temporal,
      TEMPORAL_NAMESPACE: settings.temporalNamespace,
      ...(settings.temporalAddress === undefined && OWN_TEMPORAL),
      API_HOST: '127.0.0.1',
      API_PORT: String(ports.api),
      API_SANDBOX_PORT: String(ports.sandbox),
      ADMIN_HOST: '127.0.0.1',
      ADMIN_PORT: String(ports.admin),
      METRICS_HOST: '127.0.0.1',
      METRICS_PORT: String(ports.metrics),
      ADMIN_API_KEY: adminKey,
      ENCRYPTION_KEY: encryptionKey,
      SMTP_URL: addresses.smtp,
      HELIOGRAPH_MODE: 'development',
      HELIOGRAPH_ROLES: 'api,worker',
      LOG_LEVEL: settings.logLevel,
      WORKFLOW_BUNDLE: code.bundle,
      ...(settings.extensions !== null && { HELIOGRAPH_EXTENSIONS: settings.extensions }),
      DASHBOARD_URL: `${addresses.admin}/dashboard`,
      DASHBOARD_FILES: code.dashboard,
      TEMPORAL_UI_URL: addresses.temporalUi ?? '',
    };
    const mail = {
      MONGODB_URI: addresses.mongoUri,
      ENCRYPTION_KEY: encryptionKey,
      SMTP_PORT: String(ports.smtp),
      INBOX_PORT: String(ports.inbox),
    };
    const apiIsReady = async (): Promise<boolean> => (await fetch(`${addresses.production}/readyz`)).ok;
    await this.all([
      this.startNode({ name: 'mail', script: code.fileOf('mail'), env: mail }, `SMTP on ${ports.smtp}`),
      this.startNode(
        { name: 'heliograph', script: code.fileOf('heliograph'), env: service, answers: apiIsReady },
        `${addresses.production}, sandbox at ${addresses.sandbox}`,
      ),
    ]);
  }

  private async startDemo(credentials: Credentials, eventsDirectory: string): Promise<Demo> {
    const { production, sandbox, admin } = this.addresses;
    const applied = ((await this.folder.readJson('applied-events.json')) ?? {}) as AppliedFiles;
    const demo = await prepareDemo({
      admin: new AdminClient({ url: admin, key: credentials.adminKey }),
      baseUrls: { production, sandbox },
      earlierKeys: credentials.demo,
      eventsDirectory,
      applied,
    });
    this.folder.writeJson('applied-events.json', applied);
    saveCredentials(this.folder, { ...credentials, demo: demo.keys });
    return demo;
  }

  private async startNode(child: NodeChild & { name: ChildName }, detail: string): Promise<void> {
    await this.startChild(child.name, child.script, (hooks) => startNodeChild(child, hooks));
    terminal.done(TITLES[child.name], detail);
  }

  private async startChild(name: ChildName, mark: string, start: ServerRecipe['start']): Promise<void> {
    this.starting.signal.throwIfAborted();
    const child = new KeptAlive({
      name: TITLES[name],
      logFile: this.logs.fileOf(name),
      start,
      graceMs: GRACE_MS[name],
      onSpawn: (pid) => this.folder.remember(name, pid, mark),
      onOutput: (chunk) => this.logs.write(name, chunk),
      onRestarted: (pid) => {
        this.pids.set(name, pid);
        // Before the demo is ready, `.data/dev.json` does not exist.
        if (this.keys) this.writeFacts();
      },
      report: (line) => terminal.warn(line),
    });
    this.children.set(name, child);
    this.pids.set(name, await child.start(this.starting.signal));
  }

  /** Like Promise.all, but a failure aborts the other starts, and is thrown after they have ended. */
  private async all(starts: (Promise<void> | undefined)[]): Promise<void> {
    const settled = await Promise.allSettled(
      starts.map(async (start) => {
        try {
          await start;
        } catch (error) {
          this.starting.abort(error);
          throw error;
        }
      }),
    );
    if (settled.some(({ status }) => status === 'rejected')) throw this.starting.signal.reason;
  }

  private writeFacts(): Facts {
    if (!this.keys) throw new Error('The demo application does not exist yet.');
    const facts = factsOf(this.addresses, this.settings, this.keys, this.pids);
    this.folder.writeJson('dev.json', facts);
    return facts;
  }
}

interface Code {
  fileOf: (name: 'mail' | 'heliograph') => string;
  /** For WORKFLOW_BUNDLE. */
  bundle: string;
  /** For DASHBOARD_FILES. */
  dashboard: string;
}

async function compileProcesses({ traced, extensions: given }: DevSettings): Promise<Code> {
  const extensions = given === null ? null : extensionsFolder(given);
  const [folder, bundle, dashboard] = await Promise.all([
    compiled({ mail: 'tools/dev/mail.ts', heliograph: 'process/main.ts', ...THREADS }),
    bundleOf(path.join(__dirname, '../../workflows/index.ts'), { traced, extensions }),
    builtDashboard(),
  ]);
  return { fileOf: (name) => path.join(folder, `${name}.js`), bundle, dashboard };
}

const TITLES: Record<ChildName, string> = {
  temporal: 'Temporal',
  mongo: 'MongoDB',
  mail: 'Mail',
  heliograph: 'API and worker',
};
