import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { loadConfig } from '../../config';

const fileOf = (name: string): string => readFileSync(path.join(__dirname, '../..', name), 'utf8');

interface Service {
  environment?: Record<string, unknown>;
  ports?: string[];
}

describe('where the admin routes listen', () => {
  it('is loopback by default, in the image too', () => {
    expect(loadConfig({}).ADMIN_HOST).toBe('127.0.0.1');
    const dockerfile = fileOf('Dockerfile');
    expect(dockerfile).toMatch(/^ {2}API_HOST=0\.0\.0\.0$/m);
    expect(dockerfile).not.toMatch(/ADMIN_HOST=/);
    expect(dockerfile).not.toMatch(/^EXPOSE.*\b3002\b/m);
  });

  it('is the network of the compose file, which publishes them on the loopback of the host', () => {
    const { services } = parse(fileOf('docker-compose.yml'), { merge: true }) as {
      services: Record<string, Service>;
    };
    expect(services.api?.environment?.ADMIN_HOST).toBe('0.0.0.0');
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.filter((port) => port.endsWith(':3002')).map((port) => [name, port]),
    );
    expect(published).toEqual([['api', '127.0.0.1:${ADMIN_PORT:-3002}:3002']]);
  });
});
