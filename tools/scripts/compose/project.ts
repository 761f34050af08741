import { appendFileSync } from 'node:fs';
import { appendFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../dev/servers/ports';
import { run } from '../../dev/servers/run';

const ROOT = path.join(__dirname, '../../..');
const NAME = 'heliograph-check';
const UP = ['up', '--detach', '--wait', '--wait-timeout', '900'];

/** A copy of the compose file with all that it reads, unchanged, under a project name of its own. */
export class Project {
  private constructor(
    readonly folder: string,
    /** Folder of logs, which stays. */
    readonly logs: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly ports: Readonly<Record<string, number>>,
    /** Services that do the work of Heliograph. */
    readonly own: readonly string[],
  ) {}

  /** `isSmall`: with deploy/small/compose.yml. */
  static async make(directory: string, env: NodeJS.ProcessEnv, isSmall: boolean): Promise<Project> {
    const folder = path.join(directory, 'project');
    const logs = path.join(ROOT, '.data/compose-check', new Date().toISOString().replaceAll(':', ''));
    await mkdir(folder);
    await mkdir(logs, { recursive: true });
    for (const name of ['docker-compose.yml', 'deploy', 'examples'])
      await cp(path.join(ROOT, name), path.join(folder, name), { recursive: true });
    const names = ['API_PORT', 'API_SANDBOX_PORT', 'ADMIN_PORT', 'TEMPORAL_UI_PORT', 'MAILPIT_PORT'];
    const ports = Object.fromEntries(
      await Promise.all(names.map(async (name): Promise<[string, number]> => [name, await freePort()])),
    );
    const files = isSmall ? { COMPOSE_FILE: 'docker-compose.yml:deploy/small/compose.yml' } : {};
    const settings = Object.entries({ ...ports, ...files, API_BIND: '127.0.0.1' });
    await writeFile(
      path.join(folder, '.env'),
      settings.map(([name, value]) => `${name}=${value}\n`).join(''),
    );
    const project = new Project(
      folder,
      logs,
      { ...env, COMPOSE_PROJECT_NAME: NAME, COMPOSE_PROGRESS: 'plain' },
      ports,
      isSmall ? ['api'] : ['api', 'worker'],
    );
    await project.sh('deploy/make-secrets.sh');
    return project;
  }

  /** Runs a program in the folder. What it prints is also in the log. */
  async run(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
    const log = path.join(this.logs, 'commands.log');
    await appendFile(log, `$ ${[command, ...args].join(' ')}\n`);
    const onOutput = (chunk: string): void => appendFileSync(log, chunk);
    return run(command, args, { cwd: this.folder, env: { ...this.env, ...env }, onOutput });
  }

  /** Runs one of the scripts of `deploy`. */
  sh(script: string, ...args: string[]): Promise<string> {
    return this.run('sh', [script, ...args]);
  }

  compose(...args: string[]): Promise<string> {
    return this.run('docker', ['compose', ...args]);
  }

  /** Starts everything by the command of the guide. */
  up(...more: string[]): Promise<string> {
    return this.compose(...UP, ...more);
  }

  cli(...args: string[]): Promise<string> {
    return this.compose('run', '--rm', '-T', 'cli', ...args);
  }

  url(port: string): string {
    return `http://127.0.0.1:${this.ports[port]}`;
  }

  /** Returns the ids of the containers of a service, or of all. */
  async containers(...services: string[]): Promise<string[]> {
    return (await this.compose('ps', '--quiet', ...services))
      .split('\n')
      .filter((line) => /^[0-9a-f]{12,}$/.test(line));
  }

  /** Returns what the engine says of a container. */
  async inspect(id: string): Promise<Container> {
    const [container] = JSON.parse(await this.run('docker', ['inspect', id])) as Container[];
    if (!container) throw new Error(`there is no container ${id}`);
    return container;
  }

  /** Returns what a command in a container of the service prints, also if it fails. */
  exec(service: string, ...command: string[]): Promise<string> {
    return this.compose('exec', '-T', service, ...command).catch((error: Error) => error.message);
  }

  secret(name: string): Promise<string> {
    return readFile(path.join(this.folder, 'secrets', name), 'utf8').then((text) => text.trim());
  }

  /** Makes a key for the application of the smoke test. */
  async apiKey(): Promise<string> {
    const printed = await this.cli('keys', 'create', '--env', 'production', '--app', 'smoke');
    const key = /live_[A-Za-z0-9_-]+/.exec(printed)?.[0];
    if (!key) throw new Error(`no key in: ${printed}`);
    return key;
  }

  /** Sends a message, and repeats the request while the API does not answer. Returns the notification's id. */
  async send(key: string, email: string): Promise<string> {
    const response = await fetch(`${this.url('API_PORT')}/v1/send/welcome`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': email,
      },
      body: JSON.stringify({ to: { email, name: 'Ada' }, payload: { name: 'Ada' } }),
    });
    const body = (await response.json()) as { id?: string };
    if (response.status !== 200 || !body.id)
      throw new Error(`a send is answered ${response.status}: ${JSON.stringify(body)}`);
    return body.id;
  }

  /** Returns the status of a notification. */
  async status(key: string, id: string): Promise<string> {
    const headers = { Authorization: `Bearer ${key}` };
    const response = await fetch(`${this.url('API_PORT')}/v1/notifications/${id}`, { headers });
    return ((await response.json()) as { status: string }).status;
  }

  /** Returns how many messages Mailpit has for an address. */
  async mails(email: string): Promise<number> {
    const response = await fetch(
      `${this.url('MAILPIT_PORT')}/api/v1/search?query=to:${encodeURIComponent(email)}`,
    );
    return ((await response.json()) as { messages_count: number }).messages_count;
  }
}

/** Fields of `docker inspect` that are checked. */
export interface Container {
  Name: string;
  State: { Pid: number; Status: string };
  Config: { Image: string; Env: string[]; Labels: Record<string, string> };
  HostConfig: { ReadonlyRootfs: boolean; Memory: number; PidsLimit: number };
}

/** Waits until something is so. */
export async function until(what: string, isSo: () => Promise<boolean>, seconds = 300): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} s`);
    await sleep(1000);
  }
}
