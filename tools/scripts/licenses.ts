import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findLicenses, type LicensedLock } from './licenses/find';
import rules from './licenses/rules.json';

/* Checks that the license of each package in the lock file is one of `licenses/rules.json`. The exit code is 1 if not. */

const ROOT = path.join(__dirname, '../..');

/** Returns the license that an installed package names. Undefined: it is for another platform, for example. */
function installedLicense(at: string): unknown {
  try {
    const manifest = readFileSync(path.join(ROOT, at, 'package.json'), 'utf8');
    const { license, licenses } = JSON.parse(manifest) as { license?: unknown; licenses?: unknown };
    return license ?? licenses;
  } catch {
    return undefined;
  }
}

const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as LicensedLock;
const findings = findLicenses(lock, rules, installedLicense);
for (const { name, version, license } of findings)
  console.error(
    `${name} ${version}: ${license ?? 'no license is known'}. Replace it, or add it to licenses/rules.json with the reason.`,
  );
console.log(
  findings.length === 0 ? 'All licenses are allowed.' : `${findings.length} licenses are not allowed.`,
);
process.exitCode = findings.length === 0 ? 0 : 1;
