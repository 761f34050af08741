import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { containment, network, rights, secrets } from './facts';
import { killed, memory } from './small-steps';
import { type Project, until } from './project';

const WORKERS = 3;
const SENDS = 60;

/** One thing that is tried. Resolves with what is to be said of it. */
interface Step {
  name: string;
  /** Only with deploy/small/compose.yml, or only without. */
  only?: 'small' | 'full';
  run: (project: Project) => Promise<string>;
}

const smoke = async (project: Project): Promise<string> => {
  const printed = await project.sh('deploy/smoke-test.sh');
  return printed.trim().split('\n').at(-1) ?? '';
};

const settled = (project: Project, addresses: string[]) =>
  until('each message is in Mailpit', async () => {
    const counts = await Promise.all(addresses.map((address) => project.mails(address)));
    return counts.every((count) => count > 0);
  });

/** Returns the steps for docker-compose.yml, or for the small installation. */
export const stepsOf = (isSmall: boolean): Step[] =>
  STEPS.filter(({ only }) => !only || only === (isSmall ? 'small' : 'full'));

/** In this order: each begins with what the one before left. */
const STEPS: Step[] = [
  {
    name: 'up --detach --wait',
    run: async (project) => {
      await project.up();
      return 'exit code 0';
    },
  },
  { name: 'deploy/smoke-test.sh', run: smoke },
  { name: 'what contains the containers', run: containment },
  { name: 'networks and ports', run: network },
  { name: 'secrets', run: secrets },
  { name: 'rights in MongoDB', run: rights },
  { name: 'the one process killed under sends', only: 'small', run: killed },
  { name: 'memory', only: 'small', run: memory },
  {
    name: `${WORKERS} workers, one killed under sends`,
    only: 'full',
    run: async (project) => {
      await project.up('--scale', `worker=${WORKERS}`);
      const workers = await project.containers('worker');
      if (workers.length !== WORKERS) throw new Error(`there are ${workers.length} workers`);
      const key = await project.apiKey();
      const addresses = Array.from(
        { length: SENDS },
        (_, index) => `kill-${Date.now()}-${index}@example.com`,
      );
      for (const [index, address] of addresses.entries()) {
        await project.send(key, address);
        if (index === SENDS / 3) await project.run('docker', ['kill', '--signal', 'KILL', workers[0] ?? '']);
      }
      await settled(project, addresses);
      const counts = await Promise.all(addresses.map((address) => project.mails(address)));
      await project.up();
      return `${SENDS} accepted, ${SENDS} arrived, ${counts.filter((count) => count > 1).length} of them twice`;
    },
  },
  {
    name: 'stop and start',
    run: async (project) => {
      await project.compose('stop');
      await project.compose('start');
      await project.up();
      return smoke(project);
    },
  },
  {
    name: 'down and up',
    run: async (project) => {
      const address = `down-${Date.now()}@example.com`;
      await project.send(await project.apiKey(), address);
      await project.compose('down');
      await project.up();
      await settled(project, [address]);
      return `a message accepted before \`down\` arrived; ${await smoke(project)}`;
    },
  },
  {
    name: 'upgrade by tag',
    run: async (project) => {
      await project.run('docker', ['tag', 'heliograph:local', 'heliograph:next']);
      await project.run('docker', ['compose', 'up', '--detach', '--wait', '--wait-timeout', '900'], {
        HELIOGRAPH_VERSION: 'next',
      });
      for (const service of project.own)
        for (const id of await project.containers(service)) {
          const { Config } = await project.inspect(id);
          if (!Config.Image.endsWith('heliograph:next')) throw new Error(`${service} runs ${Config.Image}`);
        }
      return `API and worker run the new tag; ${await smoke(project)}`;
    },
  },
  {
    name: 'deploy/backup.sh and restore.sh',
    run: async (project) => {
      const key = await project.apiKey();
      const address = `backup-${Date.now()}@example.com`;
      const id = await project.send(key, address);
      await settled(project, [address]);
      const folder = path.join(project.folder, 'backup-1');
      await mkdir(folder);
      await project.sh('deploy/backup.sh', 'backup-1');
      await project.compose('down', '--volumes');
      await project.sh('deploy/restore.sh', 'backup-1');
      const shown = await project.cli('notifications', 'show', id);
      if (!shown.includes('completed')) throw new Error(`after the restore the notification is: ${shown}`);
      return `after \`down --volumes\` a notification of before is there; ${await smoke(project)}`;
    },
  },
  {
    name: 'down --volumes',
    run: async (project) => {
      await project.compose('--profile', 'cli', 'down', '--volumes');
      return 'exit code 0';
    },
  },
];
