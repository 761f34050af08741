import { Button, Paper, PasswordInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type FormEvent, useState } from 'react';
import { api } from '../../api/client';
import { sessionQuery, useSession } from '../../api/session';
import { PageHead } from '../../parts/page-head';
import { Problem } from '../../parts/problem';

const MIN_PASSWORD = 12;

/** Who one is, and one's password. */
export default function Account(): ReactNode {
  const { data } = useSession();
  const queries = useQueryClient();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const save = useMutation({
    mutationFn: () =>
      api.post('/admin/v1/session/new-password', {
        body: { password, ...(current !== '' && { current_password: current }) },
      }),
    onSuccess: async () => {
      setCurrent('');
      setPassword('');
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      notifications.show({ color: 'teal', message: 'The password is set. Your other sessions have ended.' });
    },
  });
  if (!data) return null;
  const { operator, signed_in_by: signedInBy } = data;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <>
      <PageHead title="Your account" about={`${operator.name}, ${operator.email}, ${operator.role}`} />
      <Paper withBorder p="md" maw={440}>
        {signedInBy === 'oidc' ? (
          <Text size="sm">
            Your OpenID provider signs you in, so there is no password to change here. For a password, ask an
            owner for a link.
          </Text>
        ) : (
          <form onSubmit={submit}>
            <Stack>
              <Text fw={600}>{operator.has_password ? 'Change your password' : 'Choose a password'}</Text>
              {/* Browsers and password managers need to know whose password this is. */}
              <input type="hidden" autoComplete="username" value={operator.email} readOnly />
              {operator.has_password && (
                <PasswordInput
                  label="Current password"
                  description="Not needed if a link signed you in"
                  autoComplete="current-password"
                  value={current}
                  onChange={(event) => setCurrent(event.currentTarget.value)}
                />
              )}
              <PasswordInput
                label="New password"
                description={`At least ${MIN_PASSWORD} characters`}
                autoComplete="new-password"
                minLength={MIN_PASSWORD}
                required
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
              {save.isError && <Problem error={save.error} />}
              <Button type="submit" loading={save.isPending}>
                Set the password
              </Button>
            </Stack>
          </form>
        )}
      </Paper>
    </>
  );
}
