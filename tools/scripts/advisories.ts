import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Advisory, type LockFile, findAdvisories } from './advisories/find';

/*
 * Checks the lock file for known advisories of what production installs. The registry's audit service knows all of them
 * and is called first. If it does not respond, the list beside this file is compared. It is written by hand and has the
 * advisories of packages that parse untrusted input. The exit code is 1 if there is a finding.
 */

const OLD_AFTER_DAYS = 60;
const ANSWER_WITHIN_MS = 60_000;
const ROOT = path.join(__dirname, '../..');
const LIST = 'tools/scripts/advisories/list.json';

const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));

/** Returns the findings of `npm audit`, a line each; null if the service does not respond. */
function auditByService(): string[] | null {
  const audit = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: ANSWER_WITHIN_MS,
  });
  try {
    const { vulnerabilities } = JSON.parse(audit.stdout) as {
      vulnerabilities?: Record<
        string,
        { range: string; severity: string; via: (string | { url: string })[] }
      >;
    };
    if (!vulnerabilities) return null;
    return Object.entries(vulnerabilities).map(([name, { range, severity, via }]) => {
      const causes = via.map((cause) => (typeof cause === 'string' ? `by ${cause}` : cause.url));
      return `${name} ${range || '(any)'}: ${severity}, ${causes.join(', ')}`;
    });
  } catch {
    return null;
  }
}

function compareList(): string[] {
  const { upTo, advisories } = readJson(LIST) as { upTo: string; advisories: Advisory[] };
  const days = Math.floor((Date.now() - Date.parse(upTo)) / 86_400_000);
  console.log(
    `The registry's audit service did not respond. Compared with the ${advisories.length} advisories of ${LIST} instead. The list is ${days} days old and not complete.`,
  );
  if (days > OLD_AFTER_DAYS)
    console.log(
      'The list is old. Run `npm audit --omit=dev` with access to the service, add what github.com/advisories has for the packages of the list, and set `upTo`.',
    );
  return findAdvisories(readJson('package-lock.json') as LockFile, advisories).map(
    ({ at, version, severity, id, title }) =>
      `${at} ${version}: ${severity}, ${title}, https://github.com/advisories/${id}`,
  );
}

const answered = auditByService();
if (answered) console.log("Called the registry's audit service.");
const findings = answered ?? compareList();
for (const finding of findings) console.error(finding);
console.log(findings.length === 0 ? 'No known advisory.' : `${findings.length} known advisories.`);
process.exitCode = findings.length === 0 ? 0 : 1;
