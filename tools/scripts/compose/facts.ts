import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Project } from './project';

/** Throws with all that is wrong. */
function hold(wrong: string[]): void {
  if (wrong.length > 0) throw new Error(wrong.join('; '));
}

/** Checks what the kernel says of each container: rights, users, memory, processes and files. */
export async function containment(project: Project): Promise<string> {
  const wrong: string[] = [];
  const ids = await project.containers();
  for (const id of ids) {
    const { Name, HostConfig, State } = await project.inspect(id);
    const status = await readFile(`/proc/${State.Pid}/status`, 'utf8');
    const field = (name: string): string => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? '';
    const service = Name.replace(/^.*heliograph-check-(.+)-\d+$/, '$1');
    if (field('NoNewPrivs') !== '1') wrong.push(`${service} may gain rights`);
    if (!/^0+$/.test(field('CapEff'))) wrong.push(`${service} has capabilities ${field('CapEff')}`);
    if (field('Uid') === '0' && service !== 'mailpit') wrong.push(`${service} runs as root`);
    if (!HostConfig.ReadonlyRootfs) wrong.push(`${service} may write its files`);
    if (HostConfig.Memory === 0 || HostConfig.PidsLimit <= 0) wrong.push(`${service} has no limits`);
  }
  const written = await project.exec('api', 'sh', '-c', 'touch /app/x && echo written');
  if (written.includes('written')) wrong.push('api wrote a file of its image');
  hold(wrong);
  return `${ids.length} containers: no capabilities, no new rights, read-only, limits of memory and processes`;
}

const CONNECT = `const [host, port] = process.argv[1].split(':');
require('node:net').connect({ host, port, timeout: 5000 }).on('connect', () => end('yes')).on('error', () => end('no')).on('timeout', () => end('no'));
function end(word) { console.log('reached: ' + word); process.exit(); }`;

/** Checks who reaches whom, and what this machine reaches. */
export async function network(project: Project): Promise<string> {
  const wrong: string[] = [];
  const reaches = {
    'mongodb:27017': 'yes',
    'temporal:7233': 'yes',
    'mailpit:1025': 'yes',
    'postgresql:5432': 'no',
  };
  for (const service of project.own)
    for (const [to, expected] of Object.entries(reaches)) {
      const printed = await project.exec(service, 'node', '-e', CONNECT, to);
      if (!printed.includes(`reached: ${expected}`)) wrong.push(`${service} to ${to}: ${printed.trim()}`);
    }
  const pages = {
    API_PORT: '/docs',
    ADMIN_PORT: '/dashboard',
    MAILPIT_PORT: '/api/v1/info',
    ...((await project.containers('temporal-ui')).length > 0 ? { TEMPORAL_UI_PORT: '/' } : {}),
  };
  for (const [port, page] of Object.entries(pages)) {
    const { status } = await fetch(`${project.url(port)}${page}`);
    if (status !== 200) wrong.push(`${port} answers ${status} to ${page}`);
  }
  hold(wrong);
  return 'API and worker reach MongoDB, Temporal and the mail server, and not PostgreSQL; published ports answer';
}

/** Looks for each secret in what the engine says of each container and in the environment of its first process. */
export async function secrets(project: Project): Promise<string> {
  const wrong: string[] = [];
  const names = (await readdir(path.join(project.folder, 'secrets'))).filter((name) => name !== 'smtp_url');
  const ids = await project.containers();
  for (const id of ids) {
    const container = await project.inspect(id);
    const environment = await readFile(`/proc/${container.State.Pid}/environ`, 'utf8');
    for (const name of names) {
      const value = await project.secret(name);
      if (JSON.stringify(container).includes(value)) wrong.push(`${name} is in inspect of ${container.Name}`);
      // The official image's entry point puts the password of its own database there.
      const isOwn = name === 'postgresql_password' && container.Name.includes('-postgresql-');
      if (environment.includes(value) && !isOwn)
        wrong.push(`${name} is in the environment of ${container.Name}`);
    }
  }
  hold(wrong);
  return `${names.length} secrets are in no environment and no description of ${ids.length} containers`;
}

const AS_SERVICE = `const { MongoClient } = require('mongodb');
const client = new MongoClient(require('node:fs').readFileSync('/run/secrets/mongodb_uri', 'utf8').trim());
const say = (what, doing) => doing.then(() => console.log(what + ': yes'), () => console.log(what + ': no'));
(async () => {
  await say('own', client.db('heliograph').collection('events').findOne({}));
  await say('other', client.db('other').collection('x').insertOne({}));
  await say('users', client.db('admin').command({ usersInfo: 1 }));
  process.exit();
})();`;

/** Checks what the user of API and worker may do in MongoDB. */
export async function rights(project: Project): Promise<string> {
  const printed = await project.exec('api', 'node', '-e', AS_SERVICE);
  for (const line of ['own: yes', 'other: no', 'users: no'])
    if (!printed.includes(line)) throw new Error(`expected "${line}" in: ${printed.trim()}`);
  return 'the user of API and worker reads its database, and may neither write another nor read users';
}
