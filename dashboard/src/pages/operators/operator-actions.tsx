import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client';
import { sessionQuery } from '../../api/session';
import type { Operator } from '../../api/types';
import { textOf } from '../../parts/field';
import { Confirm } from '../../parts/confirm';
import { FormDialog } from '../../parts/form-dialog';
import type { Link } from './link-shown';
import { RoleInput } from './role-input';
import { isolated } from '../../../../core/shared/isolated';

/** A button that changes the name and the role of an operator. Nobody changes their own role. */
export function ChangeOperator({ operator, isMe }: { operator: Operator; isMe: boolean }) {
  const { id } = operator;
  const [name, setName] = useState(operator.name);
  const [role, setRole] = useState(operator.role);
  const reset = (): void => {
    setName(operator.name);
    setRole(operator.role);
  };
  return (
    <FormDialog
      label="Change"
      about={operator.name}
      title={`Change ${isolated(operator.name)}`}
      action="Save"
      reset={reset}
      change={{
        run: () =>
          api.patch('/admin/v1/operators/{id}', { id, body: { name: name.trim(), ...(!isMe && { role }) } }),
        says: 'The operator is changed.',
        refresh: [['operators'], sessionQuery.queryKey],
      }}
    >
      <TextInput label="Name" required maxLength={64} {...textOf(name, setName)} data-autofocus />
      {isMe ? (
        <Text size="sm">Another owner can change your role.</Text>
      ) : (
        <RoleInput role={role} change={setRole} />
      )}
    </FormDialog>
  );
}

/** A button that makes a new link for an operator. */
export function NewLink({ operator, made }: { operator: Operator; made: (link: Link) => void }) {
  const { id, name, email } = operator;
  return (
    <FormDialog
      label="New link"
      about={`for ${name}`}
      title={`Make a new link for ${isolated(name)}`}
      action="Make the link"
      reset={() => undefined}
      change={{
        run: () => api.post('/admin/v1/operators/{id}/link', { id, body: { mail: true } }),
        refresh: [['operators']],
        done: made,
      }}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        The link signs in once, within seven days. The service mails it to {email}. A link that waits stops
        working.
      </Text>
    </FormDialog>
  );
}

/** A button that removes an operator. */
export function RemoveOperator({ operator: { id, name, email } }: { operator: Operator }) {
  return (
    <Confirm
      label="Remove"
      title={`Remove ${isolated(name)}?`}
      change={{
        run: () => api.delete('/admin/v1/operators/{id}', { id }),
        says: 'The operator is removed.',
        refresh: [['operators']],
      }}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {email} cannot sign in any more, and their sessions end now. Their records in the audit log stay. You
        can invite them again.
      </Text>
    </Confirm>
  );
}
