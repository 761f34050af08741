'use strict';
// The role of mongod where none can be had. The Java stand-in of `npm start` keeps the data, without users and sets. A front
// adds what docker-compose.yml relies on: --replSet, --keyFile, log-in, users, --fork and --shutdown.
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { spawn } = require('node:child_process');
const { setTimeout: sleep } = require('node:timers/promises');
const { listen } = require('./front');
const { openState } = require('./users');

const INNER_PORT = 27_100;
const argv = process.argv.slice(2);
const option = (name) => {
  const at = argv.findIndex((one) => one === name || one.startsWith(`${name}=`));
  return at < 0 ? undefined : argv[at].includes('=') ? argv[at].slice(name.length + 1) : argv[at + 1];
};
const data = option('--dbpath') ?? '/data/db';
const port = Number(option('--port') ?? 27_017);
const lockFile = path.join(data, 'mongod.lock');

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const accepts = () =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.unref();
  });

async function shutdown() {
  const pid = Number(fs.readFileSync(lockFile, 'utf8'));
  process.kill(pid, 'SIGTERM');
  while (isAlive(pid)) await sleep(100);
}

async function fork() {
  const child = spawn(process.execPath, [__filename, ...argv.filter((one) => one !== '--fork')], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  while (!(await accepts())) {
    if (!isAlive(child.pid)) process.exit(1);
    await sleep(200);
  }
  process.exit(0);
}

/** Returns whether there is a key file. As mongod does, refuses one that others may read. */
function hasKey() {
  const file = option('--keyFile');
  if (!file) return false;
  const { mode, uid } = fs.statSync(file);
  if (mode & 0o077 || uid !== process.getuid()) throw new Error(`permissions on ${file} are too open`);
  const { length } = fs.readFileSync(file, 'utf8').replace(/\s/g, '');
  if (length < 6 || length > 1024) throw new Error(`the key in ${file} must have 6 to 1024 characters`);
  return true;
}

function serve() {
  const withAuth = hasKey();
  fs.writeFileSync(path.join(data, 'WiredTiger'), 'stand-in\n');
  fs.writeFileSync(lockFile, String(process.pid));
  const classPath = '/opt/stand-in/java/classes:/opt/stand-in/java/lib/*';
  const file = path.join(data, 'data.mv');
  const java = spawn(
    'java',
    ['-XX:MaxRAMPercentage=35', '-cp', classPath, 'MongoStandIn', String(INNER_PORT), file],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const host = argv.includes('--bind_ip_all') ? '0.0.0.0' : '127.0.0.1';
  const replSet = option('--replSet');
  java.stdout.once('data', () => {
    const kept = openState(path.join(data, 'stand-in-users.json'));
    listen({ port, host, inner: INNER_PORT, withAuth, replSet, ...kept });
    console.log(JSON.stringify({ msg: 'Waiting for connections', port, replSet, withAuth }));
  });
  java.stdout.resume();
  java.on('exit', (code) => process.exit(code === 143 ? 0 : (code ?? 0)));
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => java.kill('SIGTERM'));
}

if (argv.includes('--shutdown')) void shutdown();
else if (argv.includes('--fork')) void fork();
else serve();
