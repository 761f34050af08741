import type { Config } from '.';

/**
 * Returns the address below which links of messages lead to the service; undefined: it is not known. In development that is
 * this machine, so that they can be tried.
 */
export const linkUrlOf = ({ PUBLIC_URL, HELIOGRAPH_MODE, API_PORT }: Config): string | undefined =>
  PUBLIC_URL ?? (HELIOGRAPH_MODE === 'development' ? `http://127.0.0.1:${API_PORT}` : undefined);
