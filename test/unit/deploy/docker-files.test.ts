import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { parse } from 'yaml';
import { loadConfig } from '../../../process/config';
import { NODE_FLAGS } from '../../../tools/dev/node-flags';
import { STAND_INS } from '../../../tools/scripts/compose/stand-ins';

const fileOf = (name: string): string => readFileSync(path.join(__dirname, '../../..', name), 'utf8');

interface Service {
  image?: string;
  entrypoint?: string[];
  environment?: Record<string, unknown>;
  healthcheck?: { test?: string[]; start_period?: string; disable?: boolean };
  ports?: string[];
  volumes?: string[];
  networks?: string[];
  secrets?: string[];
  cap_add?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  logging?: { options: Record<string, string> };
  mem_limit?: string;
  restart?: string;
  profiles?: string[];
  pids_limit?: number;
  scale?: number;
}

const { services: parsed } = parse(fileOf('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
};
const compose = (): Record<string, Service> => parsed;

/** Returns a limit of memory as a number. */
function megabytes(limit = ''): number {
  const [, number, unit] = /(\d+)([gm])\}?$/.exec(limit) ?? [];
  return Number(number) * (unit === 'g' ? 1024 : 1);
}

const environmentOf = (service: string): Record<string, unknown> => compose()[service]?.environment ?? {};

/** Makes a PATH of what every system has. */
function withoutOpenssl(folder: string): string {
  const programs = path.join(folder, 'bin');
  mkdirSync(programs);
  for (const name of ['sh', 'mkdir', 'chmod', 'sed', 'head', 'tail', 'tr', 'od', 'base64', 'cat']) {
    const found = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    symlinkSync(found, path.join(programs, name));
  }
  return programs;
}

/** Returns what deploy/make-secrets.sh makes in a folder with these files, by name. */
function secrets(files: Record<string, string> = {}): Record<string, string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'heliograph-secrets-'));
  try {
    mkdirSync(path.join(folder, 'secrets'));
    for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
    execFileSync('sh', [path.join(__dirname, '../../../deploy/make-secrets.sh')], {
      cwd: folder,
      env: { PATH: withoutOpenssl(folder) },
    });
    const made = path.join(folder, 'secrets');
    return Object.fromEntries(
      readdirSync(made).map((name) => [name, readFileSync(path.join(made, name), 'utf8').trim()]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.each([
  ['Dockerfile', /^ {2}NODE_OPTIONS=(.+) \\$/m],
  ['deploy/small/compose.yml', /^ +NODE_OPTIONS: (\S+) --max-old-space-size=224$/m],
  ['deploy/small/values.yaml', /^ +NODE_OPTIONS: (\S+) --max-old-space-size=224$/m],
])('%s has the options of Node that npm start and the bench use', (file, options) => {
  expect(options.exec(fileOf(file))?.[1]).toBe(NODE_FLAGS.join(' '));
});

describe('where the admin routes listen', () => {
  it('is loopback by default, in the image too', () => {
    expect(loadConfig({}).ADMIN_HOST).toBe('127.0.0.1');
    const dockerfile = fileOf('Dockerfile');
    expect(dockerfile).toMatch(/^ {2}API_HOST=0\.0\.0\.0$/m);
    expect(dockerfile).not.toMatch(/ADMIN_HOST=/);
    expect(dockerfile).not.toMatch(/^EXPOSE.*\b3002\b/m);
  });

  it('is the network of the compose file, which publishes them on the loopback of the host', () => {
    const services = compose();
    expect(services.api?.environment?.ADMIN_HOST).toBe('0.0.0.0');
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.filter((port) => port.endsWith(':3002')).map((port) => [name, port]),
    );
    expect(published).toEqual([['api', '127.0.0.1:${ADMIN_PORT:-3002}:3002']]);
  });
});

describe('metrics and probes', () => {
  it('are served in the network of the compose file, published by nobody, and asked by the health checks', () => {
    const services = compose();
    for (const name of ['api', 'worker']) {
      expect(services[name]?.environment?.METRICS_HOST).toBe('0.0.0.0');
      expect(services[name]?.healthcheck?.test).toEqual(['CMD', 'node', 'deploy/healthcheck.js', '/readyz']);
    }
    const published = Object.values(services).flatMap(({ ports = [] }) => ports);
    expect(published.filter((port) => /:300[34]$/.test(port))).toEqual([]);
    const { METRICS_HOST, METRICS_PORT, WORKER_METRICS_PORT } = loadConfig({});
    expect(METRICS_HOST).toBe('127.0.0.1');
    const script = fileOf('deploy/healthcheck.js');
    expect(script).toContain(
      `[METRICS_PORT || ${METRICS_PORT}, WORKER_METRICS_PORT || ${WORKER_METRICS_PORT}]`,
    );
    const scraped = fileOf('deploy/prometheus/prometheus.yml');
    expect(scraped).toContain(`'api:${METRICS_PORT}'`);
    expect(scraped).toContain(`port: ${WORKER_METRICS_PORT}`);
  });
});

describe('the MongoDB of the compose file', () => {
  const SET = { _id: 'rs0', members: [{ _id: 0, host: 'mongodb:27017' }] };

  interface State {
    codeName?: string;
    primary: boolean;
    /** Whether API and worker have their user already. */
    user?: boolean;
  }
  /** What mongosh does with the health check on a server in this state: what it makes, and its exit code. */
  const checked = ({ codeName, primary, user = true }: State) => {
    const done: { initiated?: unknown; code?: number; auth?: string[]; made?: unknown } = {};
    const status = () => {
      if (codeName !== undefined) throw Object.assign(new Error(codeName), { codeName });
    };
    const databases: Record<string, unknown> = {
      admin: { auth: (...given: string[]) => (done.auth = given) },
      heliograph: {
        getUser: () => (user ? { user: 'service' } : null),
        createUser: (made: unknown) => (done.made = made),
      },
    };
    runInNewContext(fileOf('deploy/mongodb/healthcheck.js'), {
      require: () => ({ readFileSync: (file: string) => `${path.basename(file)} content\n` }),
      process: { env: environmentOf('mongodb') },
      db: {
        getSiblingDB: (name: string) => databases[name],
        hello: () => ({ isWritablePrimary: primary }),
      },
      rs: { status, initiate: (set: unknown) => (done.initiated = set) },
      quit: (code: number) => (done.code = code),
    });
    return done;
  };

  it('is a replica set that API and worker address as one', () => {
    const { mongodb } = compose();
    expect(mongodb?.entrypoint).toEqual(['sh', '/deploy/start.sh']);
    expect(mongodb?.volumes).toContain('./deploy/mongodb:/deploy:ro');
    expect(fileOf('deploy/mongodb/start.sh')).toContain(`--replSet ${SET._id} `);
    expect(secrets().mongodb_uri).toMatch(
      new RegExp(`@${SET.members[0]?.host}/heliograph\\?replicaSet=${SET._id}$`),
    );
  });

  it('is initiated by its health check, and healthy once it takes writes', () => {
    expect(compose().mongodb?.healthcheck?.test?.at(-1)).toBe('/deploy/healthcheck.js');
    expect(checked({ codeName: 'NotYetInitialized', primary: false })).toEqual({
      ...{ initiated: SET, code: 1, auth: ['heliograph', 'mongodb_root_password content'] },
    });
    expect(checked({ primary: true })).toMatchObject({ code: 0 });
    expect(checked({ primary: true })).not.toHaveProperty('initiated');
    expect(checked({ primary: false })).toMatchObject({ code: 1 });
    // The server that the image starts for a moment to make the user is no set yet.
    expect(() => checked({ codeName: 'NoReplicationEnabled', primary: true })).toThrow();
  });

  it('gives API and worker a user with rights on their database only', () => {
    const user = { user: 'service', pwd: 'mongodb_password content', roles: ['readWrite'] };
    expect(checked({ primary: true, user: false })).toMatchObject({ made: user, code: 0 });
    expect(checked({ primary: true })).not.toHaveProperty('made');
    expect(checked({ primary: false, user: false })).not.toHaveProperty('made');
    const { mongodb_uri: uri, mongodb_password: password } = secrets();
    expect(uri).toContain(`mongodb://service:${password}@`);
  });
});

describe('the containers of the compose file', () => {
  const services = Object.entries(compose());
  // They change to another user, whose files they own first.
  const DROPS_PRIVILEGES = ['mongodb', 'postgresql'];
  it.each(services)('%s cannot gain rights, fill the disk with logs, or take all memory', (name, service) => {
    expect(service).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(service.cap_add ?? []).toEqual(
      DROPS_PRIVILEGES.includes(name) ? ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'] : [],
    );
    expect(service.read_only).toBe(true);
    expect(service.logging?.options).toEqual({ 'max-size': '10m', 'max-file': '5' });
    expect(service.mem_limit).toMatch(/^(\$\{[A-Z]+_MEMORY:-)?\d+[gm]\}?$/);
    expect(service.pids_limit).toBeGreaterThan(0);
  });

  // `up --wait` fails at the first container that is unhealthy, and a slow machine is not.
  it.each(services.filter(([, { healthcheck }]) => healthcheck && !healthcheck.disable))(
    '%s has ten minutes to become ready',
    (_name, { healthcheck }) => expect(healthcheck?.start_period).toBe('10m'),
  );

  it('take at most the memory that the guide says', () => {
    const gigabytes = (limit = ''): number => megabytes(limit) / 1024;
    const staying = services.filter(([, { restart, profiles }]) => restart === 'unless-stopped' && !profiles);
    const sum = staying.reduce((total, [, { mem_limit }]) => total + gigabytes(mem_limit), 0);
    expect(fileOf('docs/operations/docker.md')).toContain(`limits add up to ${sum} GB`);
  });

  it('write no log of mongosh into the volume of the database, and ask nobody for new versions', () => {
    const { HOME } = environmentOf('mongodb');
    expect(compose().mongodb?.tmpfs).toContain(HOME);
    expect(environmentOf('mailpit').MP_DISABLE_VERSION_CHECK).toBe('true');
  });

  it('come from images that compose:check can make without a registry', () => {
    const names = services.map(([, { image = '' }]) => image.replace(/:.*/, ''));
    expect([...new Set(names)].sort()).toEqual(['heliograph', ...Object.keys(STAND_INS)].sort());
  });

  it('reach a database only if they use it', () => {
    const on = (network: string) =>
      services.filter(([, { networks = [] }]) => networks.includes(network)).map(([name]) => name);
    expect(on('mongodb')).toEqual(['api', 'worker', 'mongodb']);
    expect(on('postgresql')).toEqual(['postgresql', 'temporal-schema', 'temporal']);
    expect(services.every(([, { networks = [] }]) => networks.length > 0)).toBe(true);
  });

  it('take secrets as files, and each only what it needs', () => {
    const own = (name: string) => [...(compose()[name]?.secrets ?? [])].sort();
    expect(own('api')).toEqual(['admin_api_key', 'encryption_key', 'mongodb_uri', 'smtp_url']);
    expect(own('worker')).toEqual(['encryption_key', 'mongodb_uri', 'smtp_url']);
    expect(own('cli')).toEqual(['admin_api_key']);
    for (const [name] of services)
      for (const [variable, value] of Object.entries(environmentOf(name))) {
        expect(variable).not.toMatch(/(KEY|PASSWORD|PWD|SECRET|MONGODB_URI|SMTP_URL)$/);
        if (/_FILE$/.test(variable)) expect(own(name)).toContain(path.basename(String(value)));
      }
  });
});

describe('the small installation', () => {
  const { services: small } = parse(fileOf('deploy/small/compose.yml')) as {
    services: Record<string, Service>;
  };

  it('fits into 2 GB with the system, as its file and its guide say', () => {
    const running = Object.entries(compose()).filter(
      ([name, { restart, profiles }]) =>
        restart === 'unless-stopped' && !profiles && small[name]?.scale !== 0,
    );
    const sum = running.reduce((total, [name]) => total + megabytes(small[name]?.mem_limit), 0);
    expect(sum).toBeLessThan(2048 - 300);
    const said = `limits add up to ${sum.toLocaleString('en')} MB`;
    expect(fileOf('docs/operations/small.md')).toContain(said);
    expect(fileOf('deploy/small/compose.yml')).toContain(said);
  });

  it('runs API and worker in one process, with the settings and the end of both', () => {
    const { api, worker } = small;
    expect({ ...api }).toMatchObject({ command: ['node', 'dist/process/main.js'], stop_grace_period: '75s' });
    expect(worker).toEqual({ scale: 0 });
    const both = Object.keys({ ...environmentOf('api'), ...api?.environment });
    expect(both).toEqual(expect.arrayContaining(Object.keys(environmentOf('worker'))));
    expect(loadConfig({ HELIOGRAPH_ROLES: String(api?.environment?.HELIOGRAPH_ROLES) })).toBeDefined();
  });

  it('gives Temporal what the full one gives it, and small caches', () => {
    const full = parse(fileOf('deploy/temporal/dynamicconfig.yaml')) as object;
    expect(parse(fileOf('deploy/small/dynamicconfig.yaml'))).toMatchObject(full);
    // A number of shards cannot be changed, so the way to the full installation needs the same.
    expect(small.temporal?.environment).not.toHaveProperty('NUM_HISTORY_SHARDS');
    const connections = (name: string): number => Number(small.temporal?.environment?.[name]);
    const of4Services = 4 * (connections('SQL_MAX_CONNS') + connections('SQL_VIS_MAX_CONNS'));
    expect(of4Services).toBeLessThan(60 - 10);
    expect(fileOf('docs/operations/small.md')).toContain(`at most ${of4Services} connections`);
  });
});

describe('deploy/make-secrets.sh', () => {
  it('makes settings that production accepts, different ones each time', () => {
    const [first, second] = [secrets(), secrets()];
    expect(Object.keys(first).sort()).toEqual(
      [...new Set(Object.values(compose()).flatMap(({ secrets: own = [] }) => own))].sort(),
    );
    const config = loadConfig({
      ADMIN_API_KEY: first.admin_api_key,
      ENCRYPTION_KEY: first.encryption_key,
      MONGODB_URI: first.mongodb_uri,
      SMTP_URL: first.smtp_url,
    });
    expect(config.HELIOGRAPH_MODE).toBe('production');
    for (const name of Object.keys(first).filter((one) => one !== 'smtp_url'))
      expect(second[name]).not.toBe(first[name]);
  });

  it('takes over what `.env` of an earlier installation says, and changes no file that is there', () => {
    const env =
      'ADMIN_API_KEY="admin_earlier"\nMONGO_PASSWORD=old\nPOSTGRES_PASSWORD=old2\n#SMTP_URL=smtp://no\n';
    expect(secrets({ '.env': env })).toMatchObject({
      ...{ admin_api_key: 'admin_earlier', mongodb_root_password: 'old', postgresql_password: 'old2' },
      smtp_url: 'smtp://mailpit:1025',
    });
    expect(secrets({ 'secrets/smtp_url': 'smtps://mine' }).smtp_url).toBe('smtps://mine');
  });
});

/** Runs a script of deploy with these programs before the PATH. */
function scripted(
  script: string,
  programs: Record<string, string>,
  env: Record<string, string>,
  ...args: string[]
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'heliograph-script-'));
  try {
    for (const [name, body] of Object.entries(programs))
      writeFileSync(path.join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
    return spawnSync('sh', [path.join(__dirname, '../../../deploy', script), ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env.PATH}`, ...env },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('deploy/temporal/create-namespace.sh', () => {
  const SERVER = { TEMPORAL_ADDRESS: 'temporal:7233', TEMPORAL_NAMESPACE: 'default' };

  it('says why Temporal made no namespace, after tries that each have an end', () => {
    const temporal =
      'case "$*" in *--command-timeout*) echo "no route to $TEMPORAL_ADDRESS" >&2;; esac; exit 1';
    const { status, stderr } = scripted('temporal/create-namespace.sh', { temporal, sleep: '' }, SERVER);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'The namespace default cannot be created. Temporal at temporal:7233 says:\n' +
        'no route to passthrough:///temporal:7233\n',
    });
  });
});

describe('the password of PostgreSQL', () => {
  it('is in no environment of Temporal and its tools', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'heliograph-password-'));
    try {
      const file = path.join(folder, 'password');
      writeFileSync(file, 'a:b\\c\n');
      const tool = 'env; cat "$PGPASSFILE"; rm -f "$PGPASSFILE"; exit 1';
      const { stdout } = scripted(
        'temporal/create-schema.sh',
        { 'temporal-sql-tool': tool },
        { POSTGRES_PASSWORD_FILE: file, POSTGRES_SEEDS: 'postgresql', POSTGRES_USER: 'temporal' },
      );
      expect(stdout.split('\n').at(-2)).toBe('*:*:*:*:a\\:b\\\\c');
      expect(stdout).not.toContain('a:b');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('what the image runs', () => {
  it.each(['rendering/render-thread.ts', 'api/receipts/bounces/mail-thread.ts'])(
    'has %s, which no other file imports',
    (file) => {
      const { include } = JSON.parse(fileOf('tools/tsconfig.build.json')) as { include: string[] };
      expect(include).toContain(`../${file.split('/')[0]}`);
      expect(fileOf(file)).not.toBe('');
    },
  );
});
