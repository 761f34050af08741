import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pMap from 'p-map';
import { type Project, until } from './project';

const SENDS = 2000;
const CONCURRENCY = 8;
/** Accepted sends after which the process is killed. */
const KILL_AFTER = SENDS / 2;

/** Kills API and worker, one process, under sends. Each accepted send has to be completed. */
export async function killed(project: Project): Promise<string> {
  const key = await project.apiKey();
  const domain = `k${Date.now()}.example.com`;
  const mailsBefore = await arrived(project);
  const ids: string[] = [];
  let tries = 0;
  let killing: Promise<unknown> = Promise.resolve();
  // With the same idempotency key each time: a repeat is no second send.
  const send = (index: number): Promise<void> =>
    until('a send is accepted', async () => {
      tries += 1;
      ids.push(await project.send(key, `to-${index}@${domain}`));
      if (ids.length === KILL_AFTER) killing = kill(project);
      return true;
    });
  const begun = Date.now();
  await pMap(Array.from({ length: SENDS }).keys(), send, { concurrency: CONCURRENCY });
  await killing;
  const accepted = Date.now();
  const distinct = [...new Set(ids)];
  if (distinct.length !== SENDS) throw new Error(`${SENDS} sends made ${distinct.length} notifications`);
  // One request a second: more would take from what is measured.
  const mails = async (): Promise<number> => (await arrived(project)) - mailsBefore;
  await until('as many mails as sends', async () => (await mails()) >= SENDS, 1200);
  const done = Date.now();
  const areCompleted = async (): Promise<boolean> => {
    const statuses = await pMap(distinct, (id) => project.status(key, id), { concurrency: CONCURRENCY });
    return statuses.every((status) => status === 'completed');
  };
  await until('each notification is completed', areCompleted);
  const rate = (end: number): string => (SENDS / ((end - begun) / 1000)).toFixed(1);
  return [
    `${SENDS} accepted (${rate(accepted)} a second, ${tries - SENDS} requests repeated)`,
    `${SENDS} completed (${rate(done)} a second)`,
    `${(await mails()) - SENDS} mails more than sends`,
  ].join(', ');
}

/** As the kernel does when memory is short: the engine has to start it again. */
async function kill(project: Project): Promise<void> {
  const [id = ''] = await project.containers('api');
  const { State } = await project.inspect(id);
  process.kill(State.Pid, 'SIGKILL');
}

/** Returns how many mails Mailpit has taken since its start. It keeps the last 500. */
async function arrived(project: Project): Promise<number> {
  const response = await fetch(`${project.url('MAILPIT_PORT')}/api/v1/info`);
  return ((await response.json()) as { RuntimeStats: { SMTPAccepted: number } }).RuntimeStats.SMTPAccepted;
}

/** Says what each container has, from the kernel: memory of its own now, its highest with files, its limit. */
export async function memory(project: Project): Promise<string> {
  const parts: string[] = [];
  for (const id of await project.containers()) {
    const { Name, HostConfig, State } = await project.inspect(id);
    const service = Name.replace(/^.*heliograph-check-(.+)-\d+$/, '$1');
    const folder = await memoryFolder(State.Pid);
    const read = (...names: string[]) =>
      Promise.any(names.map((name) => readFile(path.join(folder, name), 'utf8')));
    const own = /^(?:total_rss|anon) (\d+)$/m.exec(await read('memory.stat'))?.[1];
    const highest = await read('memory.max_usage_in_bytes', 'memory.peak');
    const [now, top, limit] = [Number(own), Number(highest), HostConfig.Memory].map((bytes) =>
      Math.round(bytes / 2 ** 20),
    );
    parts.push(`${service} ${now} MB, highest ${top} of ${limit}`);
  }
  return parts.join('; ');
}

/** Returns the folder of the process's memory group, of either version of the kernel's groups. */
async function memoryFolder(pid: number): Promise<string> {
  const groups = await readFile(`/proc/${pid}/cgroup`, 'utf8');
  const first = /^\d+:memory:(.*)$/m.exec(groups)?.[1];
  if (first !== undefined) return path.join('/sys/fs/cgroup/memory', first);
  return path.join('/sys/fs/cgroup', /^0::(.*)$/m.exec(groups)?.[1] ?? '');
}
