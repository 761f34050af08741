import { KeptAlive } from '../../../tools/dev/kept-alive';
import { launch, LaunchError } from '../../../tools/dev/servers/launch';

const LIVES = 'setInterval(() => {}, 1000)';
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
};

function child(script: string) {
  const restarted: number[] = [];
  const reported: string[] = [];
  const said: string[] = [];
  const kept = new KeptAlive({
    name: 'Thing',
    logFile: 'thing.log',
    start: (hooks) =>
      launch({
        ...hooks,
        name: 'Thing',
        command: process.execPath,
        args: ['-e', script],
        ready: (started) => Promise.resolve(started.exitCode === null),
      }),
    onSpawn: () => undefined,
    onOutput: (output) => said.push(String(output)),
    onRestarted: (pid) => restarted.push(pid),
    report: (line) => reported.push(line),
  });
  return { kept, restarted, reported, said, start: () => kept.start(new AbortController().signal) };
}

describe('KeptAlive', () => {
  it('starts a process again when it was killed, and says so', async () => {
    const { kept, restarted, reported, start } = child(LIVES);
    const first = await start();
    process.kill(first, 'SIGKILL');
    await until(() => restarted.length === 1);
    expect(restarted[0]).not.toBe(first);
    expect(reported[0]).toContain('Thing was ended by SIGKILL');
    await kept.stop();
    expect(isRunning(restarted[0]!)).toBe(false);
  });

  it('does not start a process again that it was asked to stop', async () => {
    const { kept, restarted, start } = child(LIVES);
    const pid = await start();
    await kept.stop();
    expect(isRunning(pid)).toBe(false);
    expect(restarted).toEqual([]);
  });

  it('can be stopped while it waits to start a process again', async () => {
    const { kept, reported, said, start } = child(
      `process.on('SIGHUP', () => process.exit(7)); console.log('listens'); ${LIVES}`,
    );
    const pid = await start();
    await until(() => said.join('').includes('listens'));
    process.kill(pid, 'SIGHUP');
    await until(() => reported.some((line) => line.includes('exited with code 7')));
    await kept.stop();
  });
});

describe('launch', () => {
  it('reports the last output of a process that ends before it is ready', async () => {
    const log = JSON.stringify({ msg: 'cannot start', err: { message: 'no luck' } });
    const failed = launch({
      name: 'Thing',
      command: process.execPath,
      args: ['-e', `console.log('first'); console.log(${JSON.stringify(log)}); process.exit(3)`],
      ready: () => Promise.resolve(false),
    });
    await expect(failed).rejects.toThrow(LaunchError);
    await expect(failed).rejects.toThrow(/Thing exited with code 3[^]*first[^]*cannot start: no luck/);
  });

  it('says so when there is no such program', async () => {
    const failed = launch({
      name: 'Thing',
      command: '/no/such/program',
      args: [],
      ready: () => Promise.resolve(false),
    });
    await expect(failed).rejects.toThrow(/Thing could not be run/);
  });

  it('ends a process that does not respond in time', async () => {
    let pid = 0;
    const failed = launch({
      name: 'Thing',
      command: process.execPath,
      args: ['-e', LIVES],
      readyWithinMs: 200,
      onSpawn: (spawned) => (pid = spawned),
      ready: () => Promise.resolve(false),
    });
    await expect(failed).rejects.toThrow(/did not respond in time/);
    expect(isRunning(pid)).toBe(false);
  });
});
