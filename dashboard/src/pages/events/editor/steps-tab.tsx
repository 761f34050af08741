import { Stack, Text } from '@mantine/core';
import { setChannels } from '../file/edit';
import { flowOf } from '../file/flow';
import { channelsOf } from '../file/sets';
import { ChannelOrder } from './channel-order';
import { FlowList } from './flow-list';

interface StepsTabProps {
  source: string;
  file: Record<string, unknown>;
  /** Absent: the file can only be read. */
  onChange?: (source: string) => void;
}

/** What an event does, in plain words, and the order of its channels. */
export const StepsTab = ({ source, file, onChange }: StepsTabProps) => (
  <Stack gap="lg">
    <section aria-label="Steps">
      <Text fw={600}>Steps</Text>
      <Text size="sm" c="var(--dimmed-text)" mb="xs">
        They run one after the other for each notification. Edit them in the source, under “sequence”.
      </Text>
      <FlowList steps={flowOf(file)} />
    </section>
    <ChannelOrder
      channels={channelsOf(file)}
      onChange={onChange && ((channels) => onChange(setChannels(source, channels)))}
    />
  </Stack>
);
