import type { AccessEnd, OperatorAccount } from '../../../store/accounts/operator-accounts';
import type { Store } from '../../../store/store';

/**
 * Ends all access that an operator has now: each session, the unused link, and each sign-in in progress. Every act that
 * takes access away calls it: sign-out everywhere, a new password (its own session is kept), the unlinking of an account
 * at the OpenID provider, a lower role, a role that the provider no longer gives, and removal. Null: there is no such
 * operator, or its access has changed since `known` was read.
 */
export async function endAccess(
  { operatorAccounts, sessions }: Pick<Store, 'operatorAccounts' | 'sessions'>,
  id: string,
  end: AccessEnd = {},
): Promise<OperatorAccount | null> {
  const operator = await operatorAccounts.endAccess(id, end);
  // The sessions are over. This removes what is left of them.
  if (operator) await sessions.removeOf(id, end.kept ?? null);
  return operator;
}
