import type { DeliveryErrorCode } from './delivery-error';

/** The attempt that a failure belongs to: the provider's name and the integration's id. */
export interface FailedAt {
  provider: string | null;
  providerId?: string | null;
}

/** Conditions on a failed message. `provider` is a provider's name or an integration's id. */
export interface FailureQuery {
  provider?: string;
  errorCode?: string;
}

/**
 * Returns the search keys of a failed message: by the provider of its last attempt, by its error's code, and by both. So
 * one index serves all three searches.
 */
export function failureKeysOf(code: DeliveryErrorCode, at: FailedAt | null | undefined): string[] {
  const providers = [...new Set([at?.provider, at?.providerId])].filter((one) => typeof one === 'string');
  const queries: FailureQuery[] = [
    { errorCode: code },
    ...providers.flatMap((provider) => [{ provider }, { provider, errorCode: code }]),
  ];
  return queries.map(keyOf);
}

/** Returns the key that finds the failures of a query; null if it has no condition on failures. */
export const failureKey = (query: FailureQuery): string | null =>
  query.provider === undefined && query.errorCode === undefined ? null : keyOf(query);

const keyOf = ({ provider = '', errorCode = '' }: FailureQuery): string => `${errorCode}@${provider}`;
