import { List, Stack, Text } from '@mantine/core';
import { CHANNELS, labelOf } from '../../../api/channels';
import type { BroadcastPreview } from '../queries';
import { SkipReasons } from '../reasons';
import { byNumber, numberText, peopleText, sumOf } from '../words';

const nameOf = (channel: string): string => {
  const known = CHANNELS.find((one) => one === channel);
  return known ? labelOf(known) : channel;
};

/** Says how many people would get it, over which channels, and why others would not. */
export function DryRun({ preview }: { preview: BroadcastPreview }) {
  const { total, reachable, skipped, by_channel: byChannel, is_exact: isExact, sampled } = preview;
  const about = isExact ? '' : 'About ';
  const none = sumOf(skipped);
  return (
    <Stack gap={4} aria-live="polite" role="status">
      <Text size="sm" fw={600}>
        {about}
        {numberText(reachable)} of {peopleText(total)} would get it.
      </Text>
      <List size="sm" aria-label="Channels">
        {byNumber(byChannel).map(([channel, count]) => (
          <List.Item key={channel}>
            {numberText(count)} over {nameOf(channel)}
          </List.Item>
        ))}
      </List>
      {none > 0 && (
        <>
          <Text size="sm">
            {about}
            {peopleText(none)} would get nothing:
          </Text>
          <SkipReasons skipped={skipped} />
        </>
      )}
      {!isExact && (
        <Text size="xs" c="var(--dimmed-text)">
          Estimated from {peopleText(sampled)}.
        </Text>
      )}
    </Stack>
  );
}
