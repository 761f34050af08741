import { Group, Text } from '@mantine/core';
import { Check, Circle, Clock, type LucideIcon, Minus, X } from 'lucide-react';
import type { NotificationStep } from '../../../api/types';
import { Time } from '../../../parts/time';

/** How a step of a notification looks, by its state. */
const LOOKS: Record<NotificationStep['state'], { icon: LucideIcon; word: string }> = {
  done: { icon: Check, word: 'Done' },
  current: { icon: Clock, word: 'Now' },
  failed: { icon: X, word: 'Failed' },
  skipped: { icon: Minus, word: 'Skipped' },
  future: { icon: Circle, word: 'Not yet' },
};

/** Why a step was skipped, in words. */
const REASONS: Record<string, string> = {
  CONDITION_TRUE: 'the condition was true',
  CONDITION_FALSE: 'the condition was false',
  END_REACHED: 'it had reached an end',
  CANCELLED: 'it was cancelled',
  DIGESTED: 'another one carries the digest',
  FAILED: 'it had failed before',
  SUPPRESSED: 'the address is suppressed',
  PREFERENCE: 'the recipient has switched it off',
  CAPPED: 'a limit is reached',
  COUNTRY_NOT_ALLOWED: 'SMS to the country are not allowed',
  NOT_RECORDED: 'nothing was recorded',
  SEQUENCE_FAILED: 'the run failed',
};

/** Returns why a step was skipped or failed, in words. Null: it was not. */
export const reasonOf = ({ code }: NotificationStep): string | null =>
  code === null ? null : (REASONS[code] ?? code);

/** The state of a step of a notification: a picture, a word, and why or when. */
export function RunState({ run }: { run: NotificationStep }) {
  const { state, at, until, holds } = run;
  const { icon: Icon, word } = LOOKS[state];
  const reason = reasonOf(run);
  const answer = holds === null ? '' : holds ? ': it is true' : ': it is false';
  const time = state === 'current' ? until : state === 'done' || state === 'failed' ? at : null;
  return (
    <Group gap={4} wrap="nowrap" className="run-state" data-state={state}>
      <Icon size={13} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="xs" span lineClamp={2} title={reason ?? undefined}>
        <b>{word}</b>
        {answer}
        {reason !== null && `: ${reason}`}
        {state === 'current' && until !== null && ', until'}
      </Text>
      {time !== null && <Time at={time} />}
    </Group>
  );
}
