/** Whom the address of the page asks for. */
export const readExplainSearch = ({ who }: Record<string, unknown>): { who?: string } => ({
  who: typeof who === 'string' && who !== '' ? who : undefined,
});
