import type { ProviderTools, ReturnPath } from './definition';
import { createGuardedHttp } from './http/guarded-http';
import { createProviderHttp } from './http/provider-http';

/** What one process opens its providers with. `development` allows loopback where else only public addresses are. */
export const createProviderTools = ({
  development,
  publicUrl,
  ehloName,
  returnPath,
}: {
  development: boolean;
  publicUrl?: string;
  ehloName?: string;
  returnPath?: ReturnPath;
}): ProviderTools => ({
  http: createProviderHttp(),
  guardedHttp: createGuardedHttp({ development }),
  publicUrl,
  ehloName,
  returnPath,
});
