import { Alert, Box, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Incident } from '../../api/types';
import { IncidentLine } from './incident-line';

/** Identifies an incident among those of a page. */
const keyOf = ({ code, about, failure }: Incident): string => `${code} ${about.id ?? ''} ${failure ?? ''}`;

/** The lines of the strip. On a phone, several are one line that opens. */
export default function IncidentLines({ incidents }: { incidents: readonly Incident[] }): ReactNode {
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false;
  const lines = (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {incidents.map((one) => (
        <IncidentLine key={keyOf(one)} incident={one} />
      ))}
    </Stack>
  );
  return (
    <Alert color="orange" variant="light" role="group" icon={<TriangleAlert aria-hidden />} mb="md" py="xs">
      {isPhone && incidents.length > 1 ? (
        <details>
          <summary>
            <Text size="sm" span>
              {incidents.length} things are wrong
            </Text>
          </summary>
          <Box pt="xs">{lines}</Box>
        </details>
      ) : (
        lines
      )}
    </Alert>
  );
}
