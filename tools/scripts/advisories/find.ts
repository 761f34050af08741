import { satisfies } from 'semver';

export interface Advisory {
  package: string;
  /** Affected versions, as npm writes ranges. */
  range: string;
  /** Id at github.com/advisories. */
  id: string;
  severity: string;
  title: string;
}

export interface LockFile {
  packages: Record<string, { version?: string; dev?: boolean; link?: boolean }>;
}

export interface Finding extends Advisory {
  version: string;
  /** Path of the package in the lock file. */
  at: string;
}

/** Returns the advisories of packages that the lock file installs in production. */
export function findAdvisories(lock: LockFile, advisories: readonly Advisory[]): Finding[] {
  return Object.entries(lock.packages).flatMap(([at, { version, dev, link }]) => {
    if (version === undefined || dev || link) return [];
    const name = at.split('node_modules/').at(-1);
    return advisories
      .filter((one) => one.package === name && satisfies(version, one.range, { includePrerelease: true }))
      .map((one) => ({ ...one, version, at }));
  });
}
