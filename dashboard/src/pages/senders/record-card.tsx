import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import type { components } from '../../../../generated/admin-openapi';
import { CopyLine } from '../integrations/copy-line';

type SenderRecord = components['schemas']['SenderRecord'];

const PURPOSES: Readonly<Record<SenderRecord['purpose'], string>> = {
  spf: 'SPF',
  dkim: 'DKIM',
  return_path: 'Return path',
  dmarc: 'DMARC',
  bounce_mx: 'Bounces: mail server',
  bounce_spf: 'Bounces: SPF',
};

const STATES: Readonly<Record<SenderRecord['state'], { label: string; color: string }>> = {
  ok: { label: 'right', color: 'teal' },
  missing: { label: 'missing', color: 'red' },
  wrong: { label: 'wrong', color: 'red' },
  unclear: { label: 'check it', color: 'yellow' },
  no_answer: { label: 'no answer', color: 'gray' },
};

/** A record to set, what DNS has, and what to do. */
export function RecordCard({ record }: { record: SenderRecord }) {
  const { purpose, type, name, value, state, note, detail, found, needed_by: neededBy } = record;
  const { label, color } = STATES[state];
  return (
    <Paper withBorder p="sm" component="section" aria-label={`${PURPOSES[purpose]}, ${label}`}>
      <Stack gap={6}>
        <Group justify="space-between">
          <Text fw={600} size="sm">
            {PURPOSES[purpose]} ({type}){neededBy.length > 0 && `, for ${neededBy.join(', ')}`}
          </Text>
          <Badge color={color} variant="light" tt="none">
            {label}
          </Badge>
        </Group>
        {detail !== '' && <Text size="sm">{detail}</Text>}
        {name !== null && <CopyLine name="Name" value={name} />}
        {value !== null && <CopyLine name="Value" value={value} />}
        {found.map((one) => (
          <Text key={one} size="sm" style={{ overflowWrap: 'anywhere' }}>
            DNS has: {one}
          </Text>
        ))}
        <Text size="sm" c="var(--dimmed-text)">
          {note}
        </Text>
      </Stack>
    </Paper>
  );
}
