const LINK = '#signin=';
/** The page to which the OpenID provider sends the browser back. */
const CALLBACK = /\/sign-in$/;

/** What an address signs in with: the token of a link, or the answer of the OpenID provider. */
export type Arrival = { token: string } | { callback: string };

/**
 * Takes what signs in from the address and the history, before any other code reads them. A token that stays there signs
 * in whoever finds it. This module has to be loaded before the router.
 */
let arrival = take();

// A link that is pasted into an open page changes the fragment only.
window.addEventListener('hashchange', () => {
  if (window.location.hash.startsWith(LINK)) window.location.reload();
});

function take(): Arrival | null {
  const { hash, pathname, search } = window.location;
  const forget = (address: string): void => window.history.replaceState(window.history.state, '', address);
  if (hash.startsWith(LINK)) {
    forget(pathname + search);
    return { token: hash.slice(LINK.length) };
  }
  if (CALLBACK.test(pathname) && new URLSearchParams(search).has('state')) {
    forget(pathname);
    return { callback: search };
  }
  return null;
}

/** Returns what the address of this page signs in with, once. Null: nothing, or it was returned before. */
export function takeArrival(): Arrival | null {
  const taken = arrival;
  arrival = null;
  return taken;
}
