import { ActionIcon, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { ChannelIcon } from '../../../parts/channel-icon';
import type { FlowStep } from '../file/flow';
import type { Path } from '../file/read';
import { AddStep } from './add-step';
import { iconOf, isEditable } from './icons';
import { idOfStep } from './node-ids';
import { RunState } from './run-state';
import type { StepActions } from './use-step-actions';

interface Editing {
  actions: StepActions;
  /** Opens the panel of a step. */
  edit: (step: FlowStep) => void;
}

interface FlowListProps {
  steps: readonly FlowStep[];
  list: Path;
  /** Where a new step goes, such as "Add a step to Then". */
  label: string;
  /** Absent: the steps can only be read. */
  editing?: Editing;
  /** Shows what became of a step of a notification. */
  show?: { choose: (step: FlowStep) => void; chosen: string | undefined };
}

/** The steps of an event, one below the other. The steps of a condition are indented. */
export const FlowList = ({ steps, list, label, editing, show }: FlowListProps) => (
  <>
    <Stack component="ol" gap="xs" p={0} m={0}>
      {steps.map((step, index) => (
        <li key={index} style={{ listStyle: 'none' }}>
          <Step step={step} index={index} count={steps.length} editing={editing} show={show} />
        </li>
      ))}
    </Stack>
    {editing && (
      <AddStep add={(step) => editing.actions.add(list, steps.length, step)}>
        <Button size="compact-xs" variant="subtle" leftSection={<Plus size={14} aria-hidden />}>
          {label}
        </Button>
      </AddStep>
    )}
  </>
);

interface StepProps {
  step: FlowStep;
  index: number;
  count: number;
  editing: Editing | undefined;
  show: FlowListProps['show'];
}

function Step({ step, index, count, editing, show }: StepProps) {
  const { kind, title, notes, branches, face } = step;
  const Icon = iconOf(kind);
  const { actions, edit } = editing ?? {};
  const list = step.path.slice(0, -1);
  const what = `step ${index + 1}, ${title}`;
  return (
    <>
      <Paper withBorder px="sm" py={6}>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          {face?.channel ? (
            <ChannelIcon channel={face.channel} isColored />
          ) : (
            <Icon size={16} aria-hidden style={{ flexShrink: 0, marginTop: 3 }} />
          )}
          <div style={{ minWidth: 0, flexGrow: 1 }}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {title}.
            </Text>
            {face?.line !== undefined && (
              <Text size="xs" className="cut" c="var(--dimmed-text)" dir="auto">
                {face.line}
              </Text>
            )}
            {face !== undefined && face.problems > 0 && (
              <Text size="xs" c="var(--mantine-color-error)">
                {face.problems} {face.problems === 1 ? 'problem' : 'problems'}
              </Text>
            )}
            {step.run && <RunState run={step.run} />}
            {notes.map((note) => (
              <Text key={note} size="xs" c="var(--dimmed-text)" style={{ overflowWrap: 'anywhere' }}>
                {note}
              </Text>
            ))}
          </div>
          {show && (
            <Button
              size="compact-xs"
              variant="default"
              style={{ flexShrink: 0 }}
              aria-label={`Show ${what}`}
              aria-pressed={show.chosen === idOfStep(step.path)}
              onClick={() => show.choose(step)}
            >
              Show
            </Button>
          )}
          {actions && edit && (
            <Group
              gap={4}
              wrap="wrap"
              justify="flex-end"
              style={{ flexShrink: 0 }}
              maw={{ base: 72, xs: 'none' }}
            >
              {isEditable(kind) && (
                <ActionIcon variant="default" aria-label={`Edit ${what}`} onClick={() => edit(step)}>
                  <Pencil size={14} aria-hidden />
                </ActionIcon>
              )}
              <ActionIcon
                variant="default"
                aria-label={`Move up ${what}`}
                aria-disabled={index === 0}
                data-disabled={index === 0 || undefined}
                onClick={() => index > 0 && actions.move(step, list, index - 1)}
              >
                <ArrowUp size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label={`Move down ${what}`}
                aria-disabled={index === count - 1}
                data-disabled={index === count - 1 || undefined}
                onClick={() => index < count - 1 && actions.move(step, list, index + 2)}
              >
                <ArrowDown size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label={`Remove ${what}`}
                onClick={() => actions.remove(step)}
              >
                <Trash2 size={14} aria-hidden />
              </ActionIcon>
            </Group>
          )}
        </Group>
      </Paper>
      {branches.map(({ title: word, steps, path }) =>
        steps.length === 0 && !editing ? null : (
          <div
            key={word}
            role="group"
            aria-label={word}
            style={{
              marginInlineStart: '0.75rem',
              paddingInlineStart: '0.75rem',
              borderInlineStart: '2px solid var(--mantine-color-default-border)',
            }}
          >
            <Text size="xs" fw={600} py={4}>
              {word}
            </Text>
            <FlowList
              steps={steps}
              list={path}
              label={`Add a step to “${word}”`}
              editing={editing}
              show={show}
            />
          </div>
        ),
      )}
    </>
  );
}
