import { ActionIcon, Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';

interface ChannelOrderProps {
  channels: readonly string[];
  /** Absent: the order can only be read. */
  onChange?: (channels: string[]) => void;
}

/** The order in which routing tries the channels. It is changed by dragging, or by the buttons of each channel. */
export function ChannelOrder({ channels, onChange }: ChannelOrderProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const pressed = useRef<string>(null);
  // A button that moves in the page loses the focus.
  useEffect(() => {
    if (pressed.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-move="${pressed.current}"]`)?.focus();
    pressed.current = null;
  }, [channels.join(',')]);
  const move = (from: number, to: number): void => {
    if (!onChange || from === to || to < 0 || to >= channels.length) return;
    const next = [...channels];
    const [channel] = next.splice(from, 1);
    if (channel === undefined) return;
    next.splice(to, 0, channel);
    onChange(next);
    setSaid(`${channel} is now number ${to + 1} of ${channels.length}.`);
  };
  const press = (channel: string, from: number, to: number) => () => {
    pressed.current = `${channel} ${to < from ? 'up' : 'down'}`;
    move(from, to);
  };
  const drop = (to: number) => (event: DragEvent) => {
    event.preventDefault();
    if (dragged !== null) move(dragged, to);
    setDragged(null);
  };
  return (
    <section aria-label="Order of the channels">
      <Text fw={600}>Order of the channels</Text>
      <Text size="sm" c="var(--dimmed-text)" mb="xs">
        A send without a channel goes over the first one that reaches the recipient.
      </Text>
      <Stack component="ol" ref={list} gap={6} p={0} m={0} maw={360}>
        {channels.map((channel, index) => (
          <Paper
            key={channel}
            component="li"
            withBorder
            px="sm"
            py={6}
            draggable={onChange !== undefined}
            onDragStart={(event: DragEvent) => {
              // Firefox drags nothing without data.
              event.dataTransfer.setData('text/plain', channel);
              setDragged(index);
            }}
            onDragOver={(event: DragEvent) => event.preventDefault()}
            onDragEnd={() => setDragged(null)}
            onDrop={drop(index)}
            style={{ listStyle: 'none', opacity: dragged === index ? 0.5 : 1, cursor: onChange && 'grab' }}
          >
            <Group justify="space-between" wrap="nowrap">
              <Group gap="xs" wrap="nowrap">
                {onChange && <GripVertical size={16} aria-hidden />}
                <Text size="sm">
                  {index + 1}. {channel}
                </Text>
              </Group>
              {onChange && (
                <Group gap={4} wrap="nowrap">
                  <Move channel={channel} to="up" can={index > 0} go={press(channel, index, index - 1)} />
                  <Move
                    channel={channel}
                    to="down"
                    can={index < channels.length - 1}
                    go={press(channel, index, index + 1)}
                  />
                </Group>
              )}
            </Group>
          </Paper>
        ))}
      </Stack>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </section>
  );
}

interface MoveProps {
  channel: string;
  to: 'up' | 'down';
  can: boolean;
  go: () => void;
}

/** A button at the end of the list keeps the focus, so it is never disabled for the browser. */
const Move = ({ channel, to, can, go }: MoveProps) => (
  <ActionIcon
    variant="default"
    aria-label={`Move ${channel} ${to}`}
    aria-disabled={!can}
    data-disabled={!can || undefined}
    data-move={`${channel} ${to}`}
    onClick={() => can && go()}
  >
    {to === 'up' ? <ArrowUp size={16} aria-hidden /> : <ArrowDown size={16} aria-hidden />}
  </ActionIcon>
);
