/** Which keys the page of keys shows, as the address has it. */
export interface KeysSearch {
  tab?: 'admin';
}

/** Reads which keys the page of keys shows from an address. */
export const readKeysSearch = ({ tab }: Record<string, unknown>): KeysSearch => ({
  tab: tab === 'admin' ? tab : undefined,
});
