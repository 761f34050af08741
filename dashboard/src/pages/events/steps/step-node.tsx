import { Badge, Paper, Text, UnstyledButton } from '@mantine/core';
import { ChannelIcon } from '../../../parts/channel-icon';
import type { FlowStep } from '../file/flow';
import { useDiagram } from './diagram-context';
import { iconOf, isEditable } from './icons';
import { idOfStep } from './node-ids';
import { RunState } from './run-state';
import { StepMenu } from './step-menu';

interface StepNodeProps {
  step: FlowStep;
  index: number;
  count: number;
}

/** A step of a diagram. It opens what belongs to it. In an editor it has a menu, and can be dragged to another place. */
export function StepNode({ step, index, count }: StepNodeProps) {
  const { choose, chosen, editing } = useDiagram();
  const Icon = iconOf(step.kind);
  const { run, face } = step;
  const { channel, line, problems = 0 } = face ?? {};
  const text = (
    <>
      <Text size="xs" lineClamp={run || line !== undefined ? 2 : 3} style={{ overflowWrap: 'anywhere' }}>
        {step.title}
      </Text>
      {run && <RunState run={run} />}
    </>
  );
  const wrong = problems > 0 ? `, ${problems} ${problems === 1 ? 'problem' : 'problems'}` : '';
  return (
    <Paper
      withBorder
      className={choose ? 'diagram-step nodrag nopan' : 'diagram-step'}
      data-moved={editing?.moved === step || undefined}
      data-chosen={chosen === idOfStep(step.path) || undefined}
      data-state={run?.state}
      title={step.title}
      draggable={editing !== undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', step.title);
        // A document that changes in this very moment ends the drag.
        setTimeout(() => editing?.setMoved(step));
      }}
      onDragEnd={() => editing?.setMoved(undefined)}
    >
      <div className="diagram-step-body">
        {channel ? (
          <ChannelIcon channel={channel} isColored />
        ) : (
          <Icon size={16} aria-hidden style={{ flexShrink: 0 }} />
        )}
        <div style={{ minWidth: 0, flexGrow: 1 }}>
          {choose && (run || isEditable(step.kind)) ? (
            <UnstyledButton
              className="diagram-step-open"
              aria-label={run ? undefined : `Edit: ${step.title}${wrong}`}
              aria-description={line}
              aria-pressed={run ? chosen === idOfStep(step.path) : undefined}
              onClick={() => choose(step)}
            >
              {text}
            </UnstyledButton>
          ) : (
            text
          )}
          {line !== undefined && (
            <Text size="xs" className="cut" c="var(--dimmed-text)" dir="auto">
              {line}
            </Text>
          )}
        </div>
        {problems > 0 && (
          <Badge size="sm" circle color="red.8">
            {problems}
          </Badge>
        )}
      </div>
      {editing && <StepMenu {...{ step, index, count, editing }} />}
    </Paper>
  );
}
