import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { launch } from '../../dev/servers/launch';
import { type Context, logOf } from './context';

/** Where the checks find the servers. */
export interface Servers {
  temporalAddress: string;
  namespace: string;
  /** Without a database. */
  mongoUri: string;
}

/** Result of a check. */
export interface Outcome {
  name: string;
  passed: boolean;
  /** The line that says how it ended. */
  text: string;
}

interface Check {
  name: string;
  script: string;
  args: string[];
  /** Returns the lines of the output that are its result. */
  result: RegExp;
}

export const CHECKS: Check[] = [
  {
    name: 'tests',
    script: 'test',
    args: ['--selectProjects', 'service', '--silent', '--maxWorkers=2'],
    result: /^(?:Tests|Time): .*$/gm,
  },
  { name: 'chaos', script: 'chaos', args: [], result: /^.*\S.*$/gm },
  {
    name: 'bench',
    script: 'bench',
    args: ['--workers', '1,2', '--rounds', '3'],
    result: /^ +(?:workers|\d+) .*$/gm,
  },
];

/** Returns the checks of these names, separated by commas, or all. Of the tests only the `files` that match a pattern. */
export function checksOf(only?: string, files?: string): Check[] {
  const wanted = CHECKS.filter(({ name }) => !only || only.split(',').includes(name));
  if (files === undefined) return wanted;
  const pattern = ['--testPathPatterns', files];
  return wanted.map((check) =>
    check.name === 'tests' ? { ...check, args: check.args.concat(pattern) } : check,
  );
}

/** Number of last lines that are shown. */
const SHOWN = 12;

/** Runs one of the project's commands on the servers. Its output is in a log of its name. */
export async function runCheck(context: Context, check: Check, servers: Servers): Promise<Outcome> {
  const { name, script, args } = check;
  const { scripts } = JSON.parse(await readFile(path.join(context.root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  if (!(script in scripts))
    return { name, passed: true, text: `left out: there is no npm run ${script} yet` };
  const write = logOf(context, name);
  let output = '';
  const begun = Date.now();
  const running = await launch({
    name,
    command: 'npm',
    args: ['run', '--silent', script, '--', ...args],
    cwd: context.root,
    env: {
      ...process.env,
      TEMPORAL_ADDRESS: servers.temporalAddress,
      TEMPORAL_NAMESPACE: servers.namespace,
      MONGODB_URI: `${servers.mongoUri}/heliograph_${name}`,
      HELIOGRAPH_TEST_TEMPORAL_ADDRESS: servers.temporalAddress,
      HELIOGRAPH_TEST_TEMPORAL_NAMESPACE: servers.namespace,
      HELIOGRAPH_TEST_MONGODB_URI: servers.mongoUri,
    },
    ownGroup: true,
    signal: context.signal,
    onSpawn: context.onSpawn,
    onOutput: (chunk) => {
      output += chunk.toString();
      write(chunk);
    },
    ready: () => Promise.resolve(true),
  });
  const ended = running.exited;
  let isRunning = true;
  void ended.then(() => (isRunning = false));
  context.cleanup.later(async () => {
    if (isRunning) endGroup(running.pid);
    await ended;
  });
  const how = await ended;
  const passed = how.startsWith('exited with code 0');
  const lines = output.match(check.result)?.slice(-SHOWN) ?? [];
  const seconds = Math.round((Date.now() - begun) / 1000);
  const verdict = passed ? `passed in ${seconds} s` : `FAILED after ${seconds} s, see ${name}.log`;
  return { name, passed, text: [verdict, ...lines].join('\n') };
}

/** Ends npm with all that it started. It is no error if they have just ended. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
