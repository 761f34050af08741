import { Group, Paper, Stack, Text } from '@mantine/core';
import {
  Braces,
  CircleHelp,
  CircleStop,
  Clock,
  GitBranch,
  Layers,
  type LucideIcon,
  Send,
} from 'lucide-react';
import type { FlowStep } from '../file/flow';

const ICONS: Record<FlowStep['kind'], LucideIcon> = {
  send: Send,
  wait: Clock,
  digest: Layers,
  if: GitBranch,
  end: CircleStop,
  code: Braces,
  unknown: CircleHelp,
};

/** The steps of an event, one below the other. The steps of a condition are indented. */
export const FlowList = ({ steps }: { steps: readonly FlowStep[] }) => (
  <Stack component="ol" gap="xs" p={0} m={0}>
    {steps.map((step, index) => (
      <li key={index} style={{ listStyle: 'none' }}>
        <Step step={step} />
      </li>
    ))}
  </Stack>
);

function Step({ step: { kind, title, notes, branches } }: { step: FlowStep }) {
  const Icon = ICONS[kind];
  return (
    <>
      <Paper withBorder px="sm" py={6}>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Icon size={16} aria-hidden style={{ flexShrink: 0, marginTop: 3 }} />
          <div style={{ minWidth: 0 }}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {title}.
            </Text>
            {notes.map((note) => (
              <Text key={note} size="xs" c="var(--dimmed-text)" style={{ overflowWrap: 'anywhere' }}>
                {note}
              </Text>
            ))}
          </div>
        </Group>
      </Paper>
      {branches.map(({ title: word, steps }) => (
        <div
          key={word}
          style={{
            marginInlineStart: '0.75rem',
            paddingInlineStart: '0.75rem',
            borderInlineStart: '2px solid var(--mantine-color-default-border)',
          }}
        >
          <Text size="xs" fw={600} py={4}>
            {word}
          </Text>
          <FlowList steps={steps} />
        </div>
      ))}
    </>
  );
}
