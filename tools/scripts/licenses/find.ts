export interface LicenseRules {
  /** SPDX ids of licenses that any package may have. */
  allowed: readonly string[];
  /** Packages whose license the lock file does not name, or that is allowed for them alone. `package` may end in `*`. */
  exceptions: readonly { package: string; license: string; reason: string }[];
}

export interface LicensedLock {
  packages: Record<string, { version?: string; license?: unknown; link?: boolean }>;
}

/** A package that the rules do not allow. */
export interface LicenseFinding {
  name: string;
  version: string;
  /** Null: none is known. */
  license: string | null;
}

/** Returns the packages of a lock file whose license is not allowed. `installed` reads what the lock file does not say. */
export function findLicenses(
  lock: LicensedLock,
  { allowed, exceptions }: LicenseRules,
  installed: (at: string) => unknown = () => undefined,
): LicenseFinding[] {
  return Object.entries(lock.packages).flatMap(([at, { version, license: locked, link }]) => {
    const name = at.split('node_modules/').at(-1) ?? '';
    // A workspace of ours has no version in node_modules.
    if (link || version === undefined || !at.includes('node_modules/')) return [];
    const known = textOf(locked) ?? textOf(installed(at));
    const ofPackage = exceptions
      .filter((one) =>
        one.package.endsWith('*') ? name.startsWith(one.package.slice(0, -1)) : name === one.package,
      )
      .map(({ license }) => license);
    const license = known ?? ofPackage[0] ?? null;
    return license !== null && isAllowed(license, [...allowed, ...ofPackage])
      ? []
      : [{ name, version, license }];
  });
}

/** Returns the text of a `license` field. Old packages have an object, or a list of them. */
function textOf(license: unknown): string | undefined {
  if (typeof license === 'string') return license;
  if (Array.isArray(license))
    return license.map((one) => textOf(one) ?? 'UNKNOWN').join(' AND ') || undefined;
  const type = (license as { type?: unknown } | null | undefined)?.type;
  return typeof type === 'string' ? type : undefined;
}

/** Returns whether one choice of an SPDX expression has allowed licenses only. `AND` binds tighter than `OR`. */
export function isAllowed(expression: string, allowed: readonly string[]): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const any = (): boolean => {
    let result = all();
    while (tokens[at] === 'OR') {
      at += 1;
      const next = all();
      result ||= next;
    }
    return result;
  };
  const all = (): boolean => {
    let result = one();
    while (tokens[at] === 'AND') {
      at += 1;
      const next = one();
      result &&= next;
    }
    return result;
  };
  const one = (): boolean => {
    const token = tokens[at];
    at += 1;
    if (token !== '(') return token !== undefined && allowed.includes(token);
    const result = any();
    at += 1;
    return result;
  };
  return any() && at === tokens.length;
}
