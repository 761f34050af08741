import { rm } from 'node:fs/promises';
import type { TestServers } from './servers-reaper';

/** Jest's globalTeardown: ends what the set-up started and removes its files. */
export default async function tearDownServers(): Promise<void> {
  const { heliographTestServers: servers } = globalThis as { heliographTestServers?: TestServers };
  if (!servers) return;
  await Promise.all(servers.running.map((server) => server.stop()));
  await rm(servers.directory, { recursive: true, force: true });
  servers.reaper?.dismiss();
}
