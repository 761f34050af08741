import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { open } from '../../../../net/listeners/http-listener';

const CLIENTS = 700;
/** Connects from a process of its own, and prints how many connections the kernel took. */
const CLIENT = `
  const { connect } = require('node:net');
  let taken = 0;
  const end = () => { console.log(taken); process.exit(); };
  for (let i = 0; i < ${CLIENTS}; i += 1)
    connect(Number(process.argv[1]), '127.0.0.1')
      .on('connect', () => { if ((taken += 1) === ${CLIENTS}) end(); })
      .on('error', () => undefined);
  setTimeout(end, 20_000);
`;

const SOMAXCONN = '/proc/sys/net/core/somaxconn';
// Where the kernel lets no queue be longer than Node's own 511, there is nothing to hold.
const isLong = existsSync(SOMAXCONN) && Number(readFileSync(SOMAXCONN, 'utf8')) > CLIENTS;

(isLong ? test : test.skip)('a listener that is busy keeps connections for later', async () => {
  const server = createServer();
  const port = await open(server, 0, '127.0.0.1');
  // It blocks this process, so nothing is accepted meanwhile.
  const { stdout } = spawnSync(process.execPath, ['-e', CLIENT, String(port)], { encoding: 'utf8' });
  server.close();
  server.closeAllConnections();
  expect(stdout).toBe(`${CLIENTS}\n`);
});
