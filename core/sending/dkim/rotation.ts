import { type DkimKey, keepRecordUntil, keysOfDomain, MAX_DKIM_KEYS } from './key';

/** Returns why an application can get no further key for a domain; null: it can. */
export function refusalOfNewKey(
  keys: readonly DkimKey[],
  { domain, selector: wanted }: Pick<DkimKey, 'domain' | 'selector'>,
): string | null {
  for (const { state, selector } of keysOfDomain(keys, domain)) {
    if (selector === wanted) return `The selector ${selector} is in use. Choose another one.`;
    if (state === 'pending') return `The key ${selector} is pending. Activate it or remove it first.`;
    if (state === 'retiring') return `The key ${selector} is retiring. Remove it first.`;
  }
  return keys.length < MAX_DKIM_KEYS
    ? null
    : `An application can have at most ${MAX_DKIM_KEYS} DKIM keys. Remove one first.`;
}

/** Returns why a key cannot be removed now; null: it can. An operator who must, for example after a leak, removes it `early`. */
export function refusalOfRemoval(key: DkimKey, { now, early }: { now: Date; early: boolean }): string | null {
  const until = keepRecordUntil(key);
  if (early || until === null || until <= now) return null;
  return `Mail that the key ${key.selector} has signed may be on its way until ${until.toISOString()}. Keep its record until then, and remove the key afterwards. If the key is known to others, set early to remove it now.`;
}
