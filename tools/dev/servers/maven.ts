import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { withHeartbeat, type Report } from './report';
import { onPath, run } from './run';

/** Lines of Maven that advise on Maven, not on what is wrong. */
const ADVICE = /^\[ERROR\] (?:$|To see|Re-run|For more|\[Help)/;

/** Copies the libraries that `pom` names into `directory`/lib. Throws with Maven's reason if it cannot. */
export async function fetchWithMaven(
  pom: string,
  directory: string,
  { label, report, signal }: { label: string; report: Report; signal?: AbortSignal },
): Promise<void> {
  const maven = await onPath('mvn');
  if (!maven) throw new Error('no `mvn` on the PATH');
  await copyFile(pom, path.join(directory, 'pom.xml'));
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
  const args = ['-B', '-q', '--color', 'never', goal, '-DoutputDirectory=lib', '-DincludeScope=runtime'];
  // Not as arguments, which other users can read: a proxy may have a password.
  const options = [process.env.MAVEN_OPTS ?? '', ...proxyProperties()].join(' ');
  await withHeartbeat(
    report,
    () => `${label}: still fetching with Maven`,
    () => run(maven, args, { cwd: directory, signal, env: { ...process.env, MAVEN_OPTS: options } }),
  ).catch((error: Error) => {
    const lines = error.message.split('\n').filter((line) => line !== '' && !ADVICE.test(line));
    throw new Error(lines.slice(0, 3).join('\n'), { cause: error });
  });
}

/** Returns the proxies of the environment as Java's system properties, because Java does not read these variables. */
export function proxyProperties(env: NodeJS.ProcessEnv = process.env): string[] {
  const properties: string[] = [];
  for (const protocol of ['http', 'https']) {
    const given = env[`${protocol}_proxy`] || env[`${protocol.toUpperCase()}_PROXY`];
    if (!given) continue;
    const { hostname, port, username, password } = new URL(given.includes('://') ? given : `http://${given}`);
    properties.push(`-D${protocol}.proxyHost=${hostname}`, `-D${protocol}.proxyPort=${port || '80'}`);
    if (username)
      properties.push(
        `-D${protocol}.proxyUser=${decodeURIComponent(username)}`,
        `-D${protocol}.proxyPassword=${decodeURIComponent(password)}`,
      );
  }
  const around = (env.no_proxy || env.NO_PROXY)?.split(/[\s,]+/).filter(Boolean) ?? [];
  if (properties.length > 0 && around.length > 0)
    properties.push(`-Dhttp.nonProxyHosts=${around.map((host) => host.replace(/^\./, '*.')).join('|')}`);
  return properties;
}
