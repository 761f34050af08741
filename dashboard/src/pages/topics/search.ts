/** What the page of topics shows, as the address has it. */
export interface TopicsSearch {
  tab?: 'segments';
}

/** Reads what the page of topics shows from an address. */
export const readTopicsSearch = ({ tab }: Record<string, unknown>): TopicsSearch => ({
  tab: tab === 'segments' ? tab : undefined,
});
