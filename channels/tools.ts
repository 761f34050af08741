import type { ProviderTools } from './definition';
import { createGuardedHttp } from './http/guarded-http';
import { createProviderHttp } from './http/provider-http';

interface ToolOptions extends Omit<ProviderTools, 'http' | 'guardedHttp'> {
  /** Allows loopback in place of public addresses only. */
  development: boolean;
}

/** Returns what one process opens its providers with. */
export const createProviderTools = ({ development, ...options }: ToolOptions): ProviderTools => ({
  http: createProviderHttp(),
  guardedHttp: createGuardedHttp({ development }),
  ...options,
});
