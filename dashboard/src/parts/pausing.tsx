import { Badge, Button, Group, Text, TextInput } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { Pause } from '../api/types';
import { textOf } from './field';
import { FormDialog } from './form-dialog';
import { Outside } from './outside';
import { Time } from './time';
import { useChange } from './use-change';
import { isolated } from '../../../core/shared/isolated';

/** Says that something is paused, since when, by whom, why, and how many notifications are held. */
export function Paused({ pause }: { pause: Pause | null }) {
  if (!pause) return null;
  const { since, by, reason, held, resumed_at: resumed } = pause;
  return (
    <Group gap={6}>
      <PausedBadge pause={pause} />
      <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
        Since <Time at={since} />, by <Outside>{by}</Outside>.{' '}
        {reason !== null && (
          <>
            <Outside>{reason}</Outside>{' '}
          </>
        )}
        {resumed === null ? `Held: ${held}.` : `It was resumed. Still held: ${held}.`}
      </Text>
    </Group>
  );
}

/** That something is paused, as a word. */
export const PausedBadge = ({ pause }: { pause: Pause | null }) =>
  pause && (
    <Badge variant="light" color="grape" tt="none" radius="sm">
      {pause.resumed_at === null ? 'paused' : 'resuming'}
    </Badge>
  );

interface PausingProps {
  pause: Pause | null;
  /** What it is about, for screen readers. Absent: the page says it. */
  about?: string;
  /** What a pause does, in a sentence. */
  effect: string;
  run: (action: 'pause' | 'resume', body: { reason?: string }) => Promise<unknown>;
  refresh: readonly QueryKey[];
}

/** The button that pauses something, or resumes it. */
export function Pausing({ pause, about, effect, run, refresh }: PausingProps) {
  const [reason, setReason] = useState('');
  const resume = useChange({ run: () => run('resume', {}), says: 'It is resumed.', refresh });
  if (pause?.resumed_at === null)
    return (
      <Button
        size="xs"
        variant="default"
        aria-label={about && `Resume ${about}`}
        loading={resume.isPending}
        onClick={() => resume.mutate(undefined)}
      >
        Resume
      </Button>
    );
  return (
    <FormDialog
      {...{
        label: 'Pause',
        about,
        title: about === undefined ? 'Pause' : `Pause ${isolated(about)}`,
        action: 'Pause',
      }}
      reset={() => setReason('')}
      change={{
        run: () => run('pause', reason.trim() === '' ? {} : { reason: reason.trim() }),
        says: 'It is paused.',
        refresh,
      }}
    >
      <Text size="sm">{effect}</Text>
      <TextInput
        label="Reason"
        description="Other operators see it. It may be empty."
        maxLength={200}
        data-autofocus
        {...textOf(reason, setReason)}
      />
    </FormDialog>
  );
}
