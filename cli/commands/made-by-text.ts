import type { MadeBy } from '../answers';
import { providerName } from '../../core/sending/provider-name';

/** Returns the provider and its integration; null if no provider was called. */
export const madeByText = ({ provider, provider_id: id, integration: name }: MadeBy): string | null =>
  provider === null ? null : providerName({ provider, id, name });
