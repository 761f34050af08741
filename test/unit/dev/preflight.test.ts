import { spawnSync } from 'node:child_process';
import path from 'node:path';

const PREFLIGHT = path.join(__dirname, '../../../tools/dev/preflight.js');

/** Runs it in a Node that says to be this version, and prints the proxy variables after it. */
function preflight(version: string, env: Record<string, string> = {}) {
  const script = `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
    require(${JSON.stringify(PREFLIGHT)});
    console.log(process.env.no_proxy, process.env.NO_PROXY);`;
  return spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', env });
}

describe('preflight', () => {
  it.each(['20.19.0', '20.20.2', '22.13.0', '24.0.0', '26.1.0'])('lets Node %s begin', (version) => {
    expect(preflight(version)).toMatchObject({ status: 0, stderr: '' });
  });

  it.each(['18.20.8', '20.18.3', '21.7.3', '22.12.0', '23.11.0'])(
    'ends Node %s with one sentence',
    (version) => {
      const { status, stderr } = preflight(version);
      expect(status).toBe(1);
      expect(stderr).toBe(
        '✗ Heliograph needs Node 20.19.0, 22.13.0 or 24, or a later version of one of these lines. ' +
          `This is Node ${version}: install Node 24 (https://nodejs.org), then run \`npm ci\` again.\n`,
      );
    },
  );

  it('keeps proxies away from the servers of this machine', () => {
    const loopback = '127.0.0.1,localhost,::1';
    expect(preflight('24.0.0').stdout).toBe(`${loopback} ${loopback}\n`);
    const given = `.example.com,localhost,127.0.0.1,::1`;
    expect(preflight('24.0.0', { NO_PROXY: '.example.com, localhost' }).stdout).toBe(`${given} ${given}\n`);
  });
});
