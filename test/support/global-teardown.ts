import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import tearDownServers from './servers-teardown';

/** Jest's globalTeardown. */
export default async function globalTeardown(): Promise<void> {
  await tearDownServers();
  const bundle = process.env.HELIOGRAPH_TEST_BUNDLE;
  if (bundle) await rm(dirname(bundle), { recursive: true, force: true });
}
