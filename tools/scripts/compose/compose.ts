import path from 'node:path';
import { goPrograms } from '../topology/go-programs';
import type { Report } from '../../dev/servers/report';
import { onPath, run } from '../../dev/servers/run';

/** Later versions compare ids of networks, which Podman 4 does not tell, and make containers anew at each command. */
const VERSION = '2.26.1';

/** Compose v2. */
interface Compose {
  command: string;
  version: string;
}

/** Returns the Compose that is installed, or else builds it from its Go module. */
export async function composeProgram(report: Report): Promise<Compose> {
  const installed = await onPath('docker-compose');
  const version = installed ? (await run(installed, ['version', '--short']).catch(() => '')).trim() : '';
  if (installed && /^v?[2-9]/.test(version)) return { command: installed, version };
  const module = 'github.com/docker/compose/v2';
  const programs = { 'docker-compose': 'cmd' };
  const directory = await goPrograms({ name: 'docker-compose', module, version: VERSION, programs }, report);
  return { command: path.join(directory, 'docker-compose'), version: `${VERSION} from its Go module` };
}
