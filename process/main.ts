import { type Role, runProcess } from './run';
import type { WorkerRole } from '../worker/start';

// The roles of HELIOGRAPH_ROLES in one process. The code of a role that is not wanted is not loaded.
runProcess('heliograph', async (resources) => {
  const wanted = resources.config.HELIOGRAPH_ROLES;
  let worker: WorkerRole | undefined;
  const roles: Role[] = [];
  if (wanted.includes('api')) {
    const { startApi } = await import('../api/start.js');
    roles.push(await startApi(resources, { eagerClient: () => worker?.eagerClient() }));
  }
  if (wanted.includes('worker')) {
    const { startWorker } = await import('../worker/start.js');
    worker = startWorker(resources);
    roles.push(worker);
  }
  return roles;
});
