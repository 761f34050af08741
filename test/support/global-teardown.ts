import { readFile, rm } from 'node:fs/promises';
import { endProcess } from '../../tools/dev/processes';
import { stopSharedServices } from './outside/shared-services';
import tearDownServers from './servers-teardown';

/** Jest's globalTeardown. */
export default async function globalTeardown(): Promise<void> {
  await stopSharedServices();
  const { HELIOGRAPH_TEST_BUILD: folder, HELIOGRAPH_TEST_PROCESSES: processes } = process.env;
  const { HELIOGRAPH_TEST_UNDOCUMENTED: undocumented } = process.env;
  const wrong = undocumented ? await readFile(undocumented, 'utf8') : '';
  if (folder && processes) {
    const started = (await readFile(processes, 'utf8')).split('\n').filter(Boolean).map(Number);
    await Promise.all(started.map((pid) => endProcess(pid, folder)));
  }
  await tearDownServers();
  if (folder) await rm(folder, { recursive: true, force: true });
  if (wrong !== '') throw new Error(`The API gave answers that its documents do not have:\n${wrong}`);
}
