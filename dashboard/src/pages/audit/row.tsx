import { Badge, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { components } from '../../../../generated/admin-openapi';
import { Outside } from '../../parts/outside';
import { objectOf } from './object-of';

type AuditRecord = components['schemas']['AuditRecord'];

const COLORS: Record<AuditRecord['outcome'], string> = {
  done: 'teal',
  refused: 'orange',
  failed: 'red',
  unknown: 'gray',
};
interface RowProps {
  record: AuditRecord;
  /** How many changes it stands for. Absent: one. */
  count?: number;
  times: ReactNode;
  /** Name of what it opens to. */
  label: string;
  children: ReactNode;
}

/** A row of the audit log, which opens. */
export function Row({ record, count, times, label, children }: RowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const Chevron = open ? ChevronDown : ChevronRight;
  const { action, by, outcome } = record;
  const object = objectOf(record);
  return (
    <Paper withBorder component="li">
      <UnstyledButton
        p="sm"
        w="100%"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Group gap="xs" wrap="nowrap" align="flex-start" component="span">
          <Chevron size={18} aria-hidden style={{ flex: 'none' }} />
          <Group gap="xs" component="span" style={{ minWidth: 0 }}>
            <Text size="sm" fw={550} span style={{ overflowWrap: 'anywhere' }}>
              {action}
            </Text>
            {object !== null && (
              <Text size="sm" span style={{ overflowWrap: 'anywhere' }}>
                <Outside>{object}</Outside>
              </Text>
            )}
            <Text size="sm" span c="var(--dimmed-text)" style={{ overflowWrap: 'anywhere' }}>
              by <Outside>{by.name}</Outside>
            </Text>
            <Badge variant="light" color={COLORS[outcome]} radius="sm" tt="none">
              {outcome}
            </Badge>
            {count !== undefined && (
              <Text size="sm" fw={550} span>
                {count} times
              </Text>
            )}
            <Text size="sm" span>
              {times}
            </Text>
          </Group>
        </Group>
      </UnstyledButton>
      {open && (
        <Stack p="sm" pt={0} gap="sm" id={id} role="region" aria-label={label}>
          {children}
        </Stack>
      )}
    </Paper>
  );
}
