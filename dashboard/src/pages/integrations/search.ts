/** Which integration's form the address of the page opens. */
export const readIntegrationsSearch = ({ edit }: Record<string, unknown>): { edit?: string } => ({
  edit: typeof edit === 'string' && edit !== '' ? edit : undefined,
});
