import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { parse } from 'yaml';
import { loadConfig } from '../../../config';

const fileOf = (name: string): string => readFileSync(path.join(__dirname, '../../..', name), 'utf8');

interface Service {
  entrypoint?: string[];
  environment?: Record<string, unknown>;
  healthcheck?: { test?: string[] };
  ports?: string[];
  volumes?: string[];
}

const compose = (): Record<string, Service> => {
  const { services } = parse(fileOf('docker-compose.yml'), { merge: true }) as {
    services: Record<string, Service>;
  };
  return services;
};

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

  /** What mongosh does with the health check on a server in this state: the set that it initiates, and its exit code. */
  const checked = ({ codeName, primary }: { codeName?: string; primary: boolean }) => {
    const done: { initiated?: unknown; code?: number; user?: string[] } = {};
    const status = () => {
      if (codeName !== undefined) throw Object.assign(new Error(codeName), { codeName });
    };
    runInNewContext(fileOf('deploy/mongodb/healthcheck.js'), {
      process: { env: { MONGO_INITDB_ROOT_USERNAME: 'heliograph', MONGO_INITDB_ROOT_PASSWORD: 'pw' } },
      db: {
        getSiblingDB: () => ({ auth: (...user: string[]) => (done.user = user) }),
        hello: () => ({ isWritablePrimary: primary }),
      },
      rs: { status, initiate: (set: unknown) => (done.initiated = set) },
      quit: (code: number) => (done.code = code),
    });
    return done;
  };

  it('is a replica set that API and worker address as one', () => {
    const { api, worker, mongodb } = compose();
    expect(mongodb?.entrypoint).toEqual(['sh', '/deploy/start.sh']);
    expect(mongodb?.volumes).toContain('./deploy/mongodb:/deploy:ro');
    expect(fileOf('deploy/mongodb/start.sh')).toContain(`--replSet ${SET._id} `);
    for (const service of [api, worker])
      expect(service?.environment?.MONGODB_URI).toMatch(
        new RegExp(`@${SET.members[0]?.host}/heliograph\\?.*&replicaSet=${SET._id}$`),
      );
  });

  it('is initiated by its health check, and healthy once it takes writes', () => {
    expect(compose().mongodb?.healthcheck?.test?.at(-1)).toBe('/deploy/healthcheck.js');
    expect(checked({ codeName: 'NotYetInitialized', primary: false })).toEqual({
      ...{ initiated: SET, code: 1, user: ['heliograph', 'pw'] },
    });
    expect(checked({ primary: true })).toMatchObject({ code: 0 });
    expect(checked({ primary: true })).not.toHaveProperty('initiated');
    expect(checked({ primary: false })).toMatchObject({ code: 1 });
    // The server that the image starts for a moment to make the user is no set yet.
    expect(() => checked({ codeName: 'NoReplicationEnabled', primary: true })).toThrow();
  });
});

describe('what the image runs', () => {
  it.each(['rendering/render-thread.ts', 'api/receipts/bounces/mail-thread.ts'])(
    'has %s, which no other file imports',
    (file) => {
      const { include } = JSON.parse(fileOf('tsconfig.build.json')) as { include: string[] };
      expect(include).toContain(file.split('/')[0]);
      expect(fileOf(file)).not.toBe('');
    },
  );
});
