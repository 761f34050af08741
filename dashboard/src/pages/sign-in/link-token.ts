const PREFIX = '#signin=';

/** Returns the token of a link that signs in, and removes it from the address and the history. Null if there is none. */
export function takeLinkToken(): string | null {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(PREFIX)) return null;
  window.history.replaceState(window.history.state, '', pathname + search);
  return hash.slice(PREFIX.length);
}
