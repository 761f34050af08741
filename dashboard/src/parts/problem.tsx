import { Alert, Button, Stack, Text } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiProblem, problemText } from '../api/problem';

interface ProblemProps {
  error: unknown;
  /** Tries again what failed. Absent: there is nothing to try. */
  retry?: () => void;
}

/** Says what failed, in the API's words. */
export function Problem({ error, retry }: ProblemProps) {
  const title = error instanceof ApiProblem && error.status === 404 ? 'Not found' : 'This did not work';
  return (
    <Alert
      color="red"
      variant="light"
      title={title}
      icon={<TriangleAlert aria-hidden />}
      role="alert"
      my="md"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{problemText(error)}</Text>
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

export const RouteProblem = ({ error, reset }: ErrorComponentProps): ReactNode => (
  <Problem error={error} retry={reset} />
);
