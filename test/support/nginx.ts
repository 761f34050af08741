import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../tools/dev/servers/ports';
import { eventually } from './eventually';

/** What `NGINX` names, or nginx on the PATH. */
const PROGRAM = process.env.NGINX ?? 'nginx';

function isThere(): boolean {
  try {
    execFileSync(PROGRAM, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A test that needs nginx. Without it, the test is skipped. */
export const testWithNginx = isThere() ? test : test.skip;

/** A reverse proxy with one connection to the service, which all of its clients share. */
export async function startNginx({ upstream }: { upstream: number }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'heliograph-nginx-'));
  const port = await freePort();
  const file = path.join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/errors;
events {}
http {
  access_log off; ${temporary.join(' ')}
  upstream service { server 127.0.0.1:${upstream}; keepalive 1; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_request_buffering off; }
  }
}`,
  );
  const child = spawn(PROGRAM, ['-c', file, '-p', folder], { stdio: 'ignore' });
  await eventually('nginx to listen', async () => {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    return isOpen;
  });
  return {
    port,
    stop: async (): Promise<void> => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}
