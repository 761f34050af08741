import { existsSync } from 'node:fs';
import { onPath } from '../../dev/servers/run';

/** What runs the compose file without Docker, by the package of Debian that has it. */
const NEEDED: Readonly<Record<string, string>> = {
  podman: 'podman',
  runc: 'runc',
  buildah: 'buildah',
  debootstrap: 'debootstrap',
  java: 'openjdk-17-jdk-headless',
  mvn: 'maven',
  ip: 'iproute2',
  unshare: 'util-linux',
  '/usr/lib/podman/netavark': 'netavark',
  '/usr/lib/podman/aardvark-dns': 'aardvark-dns',
};

/** Thrown if something is missing. The message says what to install. */
export class MissingError extends Error {
  override name = 'MissingError';
}

/** Throws unless this machine can run the compose file with Podman. */
export async function checkNeeds(): Promise<void> {
  const missing: string[] = [];
  for (const [program, name] of Object.entries(NEEDED))
    if (!(program.startsWith('/') ? existsSync(program) : await onPath(program))) missing.push(name);
  const ways = [
    ...(process.platform === 'linux' && process.getuid?.() === 0 ? [] : ['Run it as root on Linux.']),
    ...(missing.length > 0 ? [`Debian: apt-get install --no-install-recommends ${missing.join(' ')}`] : []),
    ...((await onPath('go')) ? [] : ['Install Go 1.26 or later: https://go.dev/doc/install']),
  ];
  if (ways.length > 0)
    throw new MissingError(['Docker does not answer. To do without it:', ...ways].join('\n  '));
}
