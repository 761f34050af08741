import { Text } from '@mantine/core';
import { api } from '../../api/client';
import type { Operator } from '../../api/types';
import { Confirm } from '../../parts/confirm';
import { isolated } from '../../../../core/shared/isolated';
import { Outside } from '../../parts/outside';

/** A button that ends the sessions of an operator. */
export function SignOutOperator({ operator: { id, name } }: { operator: Operator }) {
  return (
    <Confirm
      label="Sign out"
      title={`Sign ${isolated(name)} out?`}
      change={{
        run: () => api.delete('/admin/v1/operators/{id}/sessions', { id }),
        says: 'The sessions have ended.',
        refresh: [['operators']],
      }}
    >
      <Text size="sm">
        All sessions of <Outside>{name}</Outside> and the unused link end now, such as after a lost machine.
        They can sign in again.
      </Text>
    </Confirm>
  );
}

/** A button that forgets the account at the OpenID provider of an operator. */
export function UnlinkOperator({ operator: { id, name, email } }: { operator: Operator }) {
  return (
    <Confirm
      label="Unlink"
      title={`Unlink ${isolated(name)}?`}
      change={{
        run: () => api.delete('/admin/v1/operators/{id}/oidc-account', { id }),
        says: 'The account is forgotten.',
        refresh: [['operators']],
      }}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        The account at the OpenID provider that signs in as <Outside>{name}</Outside> is forgotten, and their
        sessions end. The next other one with the address {email} takes its place.
      </Text>
    </Confirm>
  );
}
