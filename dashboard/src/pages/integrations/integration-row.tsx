import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import type { Integration } from '../../api/types';
import { Paused } from '../../parts/pausing';
import { CopyLine } from './copy-line';
import { Health } from './health';
import { RowActions } from './row-actions';
import { WarmUpLine } from './warm-up';
import { Outside } from '../../parts/outside';

interface Drag {
  /** Index of the row that is dragged. -1: none of this channel. */
  from: number;
  start: (id: string | null) => void;
  drop: (to: number) => void;
}

interface IntegrationRowProps {
  integration: Integration;
  index: number;
  count: number;
  /** Absent: its place cannot be changed. */
  move?: (to: number) => void;
  drag: Drag;
}

const MARK = '2px solid var(--mantine-primary-color-filled)';

/** One integration: what it is, how it does and what can be done with it. */
export function IntegrationRow({ integration, index, count, move, drag }: IntegrationRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const [isOver, setIsOver] = useState(false);
  const isTarget = drag.from !== -1;
  const { id, name, provider, per_second: perSecond, health, pause, receipts_url: receiptsUrl } = integration;
  const { warm_up: warmUp } = integration;
  const start = (event: DragEvent): void => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', name);
    if (row.current) event.dataTransfer.setDragImage(row.current, 0, 0);
    drag.start(id);
  };
  return (
    <li
      ref={row}
      style={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 'var(--mantine-spacing-sm)',
        paddingBlock: 'var(--mantine-spacing-sm)',
        borderTop: isOver && drag.from > index ? MARK : '1px solid var(--mantine-color-default-border)',
        borderBottom: isOver && drag.from < index ? MARK : undefined,
      }}
      onDragOver={(event) => {
        if (!isTarget) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        if (!isTarget) return;
        event.preventDefault();
        setIsOver(false);
        drag.drop(index);
      }}
    >
      {move && (
        <Group gap={2} wrap="nowrap">
          <span
            draggable
            title="Drag to another place"
            style={{ cursor: 'grab', display: 'flex' }}
            onDragStart={start}
            onDragEnd={() => drag.start(null)}
          >
            <GripVertical size={18} aria-hidden />
          </span>
          <Stack gap={2}>
            <MoveButton label={`Move ${name} up`} isLast={index === 0} press={() => move(index - 1)} isUp />
            <MoveButton
              label={`Move ${name} down`}
              isLast={index === count - 1}
              press={() => move(index + 1)}
            />
          </Stack>
        </Group>
      )}
      <Stack gap={6} style={{ flex: 1, minWidth: 0 }}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {index + 1}. <Outside>{name}</Outside>
        </Text>
        <Text size="sm">
          {provider}, {perSecond === null ? 'no rate limit' : `at most ${perSecond} messages per second`}
        </Text>
        <WarmUpLine warmUp={warmUp} />
        <Health health={health} />
        <Paused pause={pause} />
        {receiptsUrl !== undefined && <CopyLine name="Receipts address" value={receiptsUrl} />}
        <RowActions integration={integration} />
      </Stack>
    </li>
  );
}

interface MoveButtonProps {
  label: string;
  isUp?: boolean;
  /** Whether there is nowhere to go. */
  isLast: boolean;
  press: () => void;
}

/** Stays focusable where it can do nothing, so that the keyboard does not lose its place. */
const MoveButton = ({ label, isUp = false, isLast, press }: MoveButtonProps) => (
  <ActionIcon
    variant="default"
    size={26}
    aria-label={label}
    aria-disabled={isLast}
    data-disabled={isLast || undefined}
    onClick={press}
  >
    {isUp ? <ArrowUp size={14} aria-hidden /> : <ArrowDown size={14} aria-hidden />}
  </ActionIcon>
);
