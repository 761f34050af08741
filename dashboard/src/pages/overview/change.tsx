import { Text, VisuallyHidden } from '@mantine/core';
import { changeOf } from './words';

interface ChangeProps {
  now: number;
  /** Of the range before. */
  before: number | undefined;
  /** Whether more is worse, as of failures. Absent: it is neither. */
  moreIsWorse?: boolean;
}

/** How a number differs from that of the range before. Nothing if there is none to compare with. */
export function Change({ now, before, moreIsWorse }: ChangeProps) {
  const change = before === undefined ? null : changeOf(now, before);
  if (change === null) return null;
  const { arrow, text, words, isMore } = change;
  return (
    <Text
      size="xs"
      span
      style={{ whiteSpace: 'nowrap' }}
      c={moreIsWorse && isMore ? 'var(--mantine-color-red-text)' : 'var(--dimmed-text)'}
    >
      <span aria-hidden>
        {arrow} {text}
      </span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </Text>
  );
}
