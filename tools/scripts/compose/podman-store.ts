import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { serverSources } from '../../dev/settings';

const CAP_SYS_RESOURCE = 1n << 24n;
/** A store of images and containers of its own, so that nothing of this machine's Podman is touched. */
export interface Store {
  env: NodeJS.ProcessEnv;
  socket: string;
}

/** Writes Podman's configuration. Images are kept in the cache, all else is in `directory`. */
export async function makeStore(directory: string): Promise<Store> {
  const kept = path.join(serverSources().cacheDirectory, 'compose-check');
  await mkdir(path.join(directory, 'networks'), { recursive: true });
  await mkdir(path.join(directory, 'tmp'), { recursive: true });
  await mkdir(kept, { recursive: true });
  const storage = path.join(directory, 'storage.conf');
  const containers = path.join(directory, 'containers.conf');
  await writeFile(
    storage,
    `[storage]
driver = "overlay"
graphroot = "${kept}/store"
runroot = "${directory}/run"
`,
  );
  await writeFile(
    containers,
    `[containers]
log_driver = "k8s-file"
[network]
network_backend = "netavark"
network_config_dir = "${directory}/networks"
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
compat_api_enforce_docker_hub = false
runtime = "chosen"
tmp_dir = "${directory}/libpod"
[engine.runtimes]
chosen = ["${(await mayRaiseLimits()) ? '/usr/sbin/runc' : path.join(__dirname, 'runc-without-limits.sh')}"]
`,
  );
  const socket = path.join(directory, 'podman.sock');
  const env = {
    ...process.env,
    CONTAINERS_CONF: containers,
    CONTAINERS_STORAGE_CONF: storage,
    // A loop of this tool runs the health checks: there may be no systemd.
    DISABLE_HC_SYSTEMD: 'true',
    BUILDAH_ISOLATION: 'chroot',
    DOCKER_HOST: `unix://${socket}`,
    TMPDIR: path.join(directory, 'tmp'),
  };
  return { env, socket };
}

async function mayRaiseLimits(): Promise<boolean> {
  const status = await readFile('/proc/self/status', 'utf8');
  return (BigInt(`0x${/^CapEff:\s*(\S+)/m.exec(status)?.[1] ?? '0'}`) & CAP_SYS_RESOURCE) !== 0n;
}
