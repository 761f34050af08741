import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findSecrets } from './secret-scan/find';
import known from './secret-scan/known.json';

/*
 * Looks for keys in the committed files. What is made up, for tests and examples, is in `secret-scan/known.json` with the
 * reason, by the hash of the match. The exit code is 1 if there is a finding that is not listed, or an entry without one.
 */

const ROOT = path.join(__dirname, '../..');

const listed = spawnSync('git', ['ls-files', '-z'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
if (listed.status !== 0) throw new Error(`git ls-files failed: ${listed.stderr}`);
const hashOf = (match: string): string => createHash('sha256').update(match).digest('hex').slice(0, 16);

const found = listed.stdout
  .split('\0')
  .filter((file) => file !== '' && lstatSync(path.join(ROOT, file), { throwIfNoEntry: false })?.isFile())
  .flatMap((file) => findSecrets(file, readFileSync(path.join(ROOT, file), 'latin1')))
  .map((finding) => ({ ...finding, hash: hashOf(finding.match) }));
const isKnown = ({ file, hash }: { file: string; hash: string }): boolean =>
  known.some((one) => one.file === file && one.hash === hash);

const findings = found.filter((one) => !isKnown(one));
for (const { file, line, name, hash } of findings)
  console.error(
    `${file}:${line}: ${name}. Revoke it, or if it is made up, add its hash ${hash} to tools/scripts/secret-scan/known.json.`,
  );
const unused = known.filter((one) => !found.some(({ file, hash }) => file === one.file && hash === one.hash));
for (const { file, hash } of unused)
  console.error(
    `tools/scripts/secret-scan/known.json: remove ${hash} of ${file}, which is not found any more.`,
  );
console.log(findings.length === 0 ? 'No key is committed.' : `${findings.length} possible keys.`);
process.exitCode = findings.length + unused.length === 0 ? 0 : 1;
