import { Button, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { applicationsQuery } from '../../api/applications';
import { useMay } from '../../api/session';
import { OperatorMenu } from '../../layout/operator-menu';
import { Logo } from '../../parts/logo';
import { ApplicationForm } from './application-form';

/** The page of an installation without an application. It makes the first one, and leads to its first steps. */
export function FirstApplication() {
  const mayChange = useMay('editor');
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(() => {
    document.title = 'Welcome · Heliograph';
  }, []);
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={480}>
        <Stack>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Group gap="sm" wrap="nowrap">
              <Logo />
              <Title order={1} size="h3">
                Welcome to Heliograph
              </Title>
            </Group>
            <OperatorMenu />
          </Group>
          <Text size="sm">
            There is no application yet. An application is a program of yours that sends notifications. It has
            its own events, contacts and keys.
          </Text>
          {mayChange ? (
            <>
              <Text size="sm">Create the first one. Then its first steps lead to a mail.</Text>
              <ApplicationForm
                done={(app) =>
                  void navigate({
                    to: '/$app/$environment/overview',
                    params: { app, environment: 'sandbox' },
                  })
                }
              />
            </>
          ) : (
            <>
              <Text size="sm">You can view. An owner or an editor creates the first application.</Text>
              <Button
                variant="default"
                onClick={() => void queries.invalidateQueries({ queryKey: applicationsQuery.queryKey })}
              >
                Look again
              </Button>
            </>
          )}
        </Stack>
      </Paper>
    </Center>
  );
}
