import type { KeyScope } from '../../../core/access/key-scopes';

/** Scope that each route under /v1 needs. A route that is missing here cannot be registered. */
export const SCOPE_OF: Readonly<Record<string, KeyScope>> = {
  'POST /v1/send/:event': 'send',
  'POST /v1/send/:event/:channel': 'send',
};
