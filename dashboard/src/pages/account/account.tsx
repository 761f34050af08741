import { Paper, PasswordInput, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/client';
import { sessionQuery, useSession } from '../../api/session';
import { textOf } from '../../parts/field';
import { Form } from '../../parts/form';
import { PageHead } from '../../parts/page-head';
import { useChange } from '../../parts/use-change';
import { Outside } from '../../parts/outside';

const MIN_PASSWORD = 12;

/** Who one is, and one's password. */
export default function Account(): ReactNode {
  const { data } = useSession();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const save = useChange({
    run: () =>
      api.post('/admin/v1/session/new-password', {
        body: { password, ...(current !== '' && { current_password: current }) },
      }),
    says: 'The password is set. Your other sessions have ended.',
    refresh: [sessionQuery.queryKey],
    done: () => {
      setCurrent('');
      setPassword('');
    },
    showsError: true,
  });
  if (!data) return null;
  const { operator, signed_in_by: signedInBy } = data;
  return (
    <>
      <PageHead
        title="Your account"
        about={
          <>
            <Outside>{operator.name}</Outside>, <Outside>{operator.email}</Outside>, {operator.role}
          </>
        }
      />
      <Paper withBorder p="md" maw={440}>
        {signedInBy === 'oidc' ? (
          <Text size="sm">
            Your OpenID provider signs you in, so there is no password to change here. For a password, ask an
            owner for a link.
          </Text>
        ) : (
          <Form change={save} action="Set the password">
            <Text fw={600}>{operator.has_password ? 'Change your password' : 'Choose a password'}</Text>
            {/* Browsers and password managers need to know whose password this is. */}
            <input type="hidden" autoComplete="username" value={operator.email} readOnly />
            {operator.has_password && (
              <PasswordInput
                label="Current password"
                description="Not needed if a link signed you in"
                autoComplete="current-password"
                {...textOf(current, setCurrent)}
              />
            )}
            <PasswordInput
              label="New password"
              description={`At least ${MIN_PASSWORD} characters`}
              autoComplete="new-password"
              minLength={MIN_PASSWORD}
              required
              {...textOf(password, setPassword)}
            />
          </Form>
        )}
      </Paper>
    </>
  );
}
