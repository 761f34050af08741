import type { DeliveryErrorCode } from './delivery-error';

/** The attempt that a failure belongs to: the provider's name and the integration's id. */
export interface FailedAt {
  provider: string | null;
  providerId?: string | null;
}

/** What a message's failure is found by; `provider` is a provider's name or an integration's id. */
export interface FailureQuery {
  provider?: string;
  errorCode?: string;
}

/**
 * The keys under which a failed message is found: by who made its last attempt, by its error's code, and by both, so that
 * one index serves each of the three.
 */
export function failureKeysOf(code: DeliveryErrorCode, at: FailedAt | null | undefined): string[] {
  const providers = [...new Set([at?.provider, at?.providerId])].filter((one) => typeof one === 'string');
  const queries: FailureQuery[] = [
    { errorCode: code },
    ...providers.flatMap((provider) => [{ provider }, { provider, errorCode: code }]),
  ];
  return queries.map(keyOf);
}

/** The key that finds what a query asks for; null where it asks for nothing of a failure. */
export const failureKey = (query: FailureQuery): string | null =>
  query.provider === undefined && query.errorCode === undefined ? null : keyOf(query);

const keyOf = ({ provider = '', errorCode = '' }: FailureQuery): string => `${errorCode}@${provider}`;
