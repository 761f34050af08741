import '@xyflow/react/dist/style.css';
import { Paper, Text, UnstyledButton, useComputedColorScheme } from '@mantine/core';
import { Controls, Handle, type NodeProps, Position, ReactFlow } from '@xyflow/react';
import { type ReactNode, useMemo } from 'react';
import type { FlowStep } from '../file/flow';
import { graphOf, NODE } from './graph';
import { STEP_ICONS } from './icons';

export interface DiagramProps {
  steps: readonly FlowStep[];
  /** Called with the step that the reader opens. Absent: the steps can only be read. */
  edit?: (step: FlowStep) => void;
}

interface NodeData extends Record<string, unknown> {
  step: FlowStep | null;
  edit: DiagramProps['edit'];
}

const hidden = { opacity: 0, pointerEvents: 'none' } as const;

function StepNode({ data }: NodeProps): ReactNode {
  const { step, edit } = data as NodeData;
  const Icon = STEP_ICONS[step?.kind ?? 'end'];
  const isEditable = step !== null && edit && !['end', 'code', 'unknown'].includes(step.kind);
  const body = (
    <Paper
      withBorder
      px="sm"
      py={6}
      w={NODE.width}
      mih={step ? NODE.height : 32}
      style={{ display: 'flex', gap: 8, alignItems: 'center' }}
    >
      <Icon size={16} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="xs" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
        {step?.title ?? 'Completed'}
      </Text>
    </Paper>
  );
  return (
    <>
      <Handle type="target" position={Position.Top} style={hidden} isConnectable={false} />
      {isEditable ? (
        <UnstyledButton
          className="nodrag nopan"
          title={step.title}
          aria-label={`Edit: ${step.title}`}
          onClick={() => edit(step)}
        >
          {body}
        </UnstyledButton>
      ) : (
        body
      )}
      <Handle type="source" position={Position.Bottom} style={hidden} isConnectable={false} />
    </>
  );
}

const nodeTypes = { step: StepNode };

/** The steps of an event as a diagram. The list beside it says the same to screen readers. */
export default function Diagram({ steps, edit }: DiagramProps): ReactNode {
  const colorMode = useComputedColorScheme('light');
  const { nodes, edges } = useMemo(() => graphOf(steps), [steps]);
  return (
    <div
      className="frame"
      style={{ height: 'min(70vh, 40rem)', background: 'none' }}
      role="region"
      aria-label="Diagram of the steps"
    >
      <ReactFlow
        key={JSON.stringify(nodes.map(({ id }) => id))}
        colorMode={colorMode}
        nodeTypes={nodeTypes}
        nodes={nodes.map(({ id, x, y, step }) => ({
          ...{ id, type: 'step', position: { x, y }, data: { step, edit } },
          ...{ draggable: false, selectable: false, focusable: false },
          // Nodes that cannot be dragged ignore the pointer, and so would their buttons.
          style: { pointerEvents: 'all' },
        }))}
        edges={edges.map(({ from, to, label }) => ({
          ...{ id: `${from} ${to} ${label ?? ''}`, source: from, target: to, label, type: 'smoothstep' },
          ...{ focusable: false, selectable: false },
        }))}
        nodesConnectable={false}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.1 }}
        minZoom={0.2}
        preventScrolling={false}
        zoomOnScroll={false}
      >
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}
