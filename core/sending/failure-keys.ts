import type { DeliveryErrorCode } from './delivery-error';

/** The attempt, or the rest of a provider, that a failure belongs to: the provider's name, the integration's id, and what it failed with. */
export interface FailedAt {
  provider: string | null;
  providerId?: string | null;
  code?: string | null;
}

/**
 * Returns what a message failed at last: its last attempt, or what put the provider to rest that it waited for after that.
 * Undefined if it had neither.
 */
export const lastFailureOf = <A extends { at: Date }, R extends { at: Date }>({
  attempts,
  rest,
}: {
  attempts: readonly A[];
  rest?: R;
}): A | R | undefined => {
  const last = attempts.at(-1);
  return rest && (!last || rest.at > last.at) ? rest : last;
};

/** Conditions on a failed message. `provider` is a provider's name or an integration's id. */
export interface FailureQuery {
  provider?: string;
  errorCode?: string;
}

/**
 * Returns what an expired message failed with at last: EXPIRED says how the message ended, and this says why. Null if the
 * error is another, or if nothing failed before.
 */
export const causeOf = (
  code: DeliveryErrorCode,
  last: { code?: string | null } | null | undefined,
): string | null => (code === 'EXPIRED' ? (last?.code ?? null) : null);

/**
 * Returns the search keys of a failed message: by the provider of its last attempt, by its error's code and cause, and by
 * provider and code. So one index serves all these searches.
 */
export function failureKeysOf(code: DeliveryErrorCode, at: FailedAt | null | undefined): string[] {
  const providers = [...new Set([at?.provider, at?.providerId])].filter((one) => typeof one === 'string');
  const codes = [code, causeOf(code, at)].filter((one) => one !== null);
  const queries: FailureQuery[] = [
    ...codes.map((errorCode) => ({ errorCode })),
    ...providers.flatMap((provider) => [
      { provider },
      ...codes.map((errorCode) => ({ provider, errorCode })),
    ]),
  ];
  return queries.map(keyOf);
}

/** Returns the key that finds the failures of a query; null if it has no condition on failures. */
export const failureKey = (query: FailureQuery): string | null =>
  query.provider === undefined && query.errorCode === undefined ? null : keyOf(query);

const keyOf = ({ provider = '', errorCode = '' }: FailureQuery): string => `${errorCode}@${provider}`;
