import '@xyflow/react/dist/style.css';
import { Button, Group, Paper, Text, useComputedColorScheme } from '@mantine/core';
import {
  Controls,
  Handle,
  MarkerType,
  type NodeProps,
  Position,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react';
import { type FocusEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { FlowStep } from '../file/flow';
import { DiagramContext, type DiagramUse, useDiagram } from './diagram-context';
import { elementsOf, firstView, isInView } from './elements';
import { type GraphItem, type GraphNode, graphOf } from './graph';
import { PointNode } from './point-node';
import { StepNode } from './step-node';
import type { StepActions } from './use-step-actions';

export interface DiagramProps extends Pick<DiagramUse, 'choose' | 'chosen'> {
  steps: readonly FlowStep[];
  /** Absent: the steps can only be read. */
  actions?: StepActions;
  /** Id of the node that gets the focus when it appears. */
  focus?: string;
  /** How a run through all steps ends. */
  ending?: string;
}

const hidden = { opacity: 0, pointerEvents: 'none' } as const;

function Item({ data }: NodeProps): ReactNode {
  const { item } = data as { item: GraphItem };
  const { ending } = useDiagram();
  return (
    <>
      <Handle type="target" position={Position.Top} style={hidden} isConnectable={false} />
      {item.kind === 'step' && <StepNode {...item} />}
      {item.kind === 'point' && <PointNode point={item.point} />}
      {item.kind === 'done' && (
        <Paper withBorder h="100%" radius="xl" style={{ display: 'grid', placeItems: 'center' }}>
          <Text size="xs">{ending}</Text>
        </Paper>
      )}
      <Handle type="source" position={Position.Bottom} style={hidden} isConnectable={false} />
    </>
  );
}

const nodeTypes = { item: Item };

/** The steps of an event as a diagram. The list says the same. */
export default function Diagram(props: DiagramProps): ReactNode {
  const { steps, actions, choose, chosen, focus, ending = 'Completed' } = props;
  const colorMode = useComputedColorScheme('light');
  const hasPoints = actions !== undefined;
  const graph = useMemo(() => graphOf(steps, { hasPoints }), [steps, hasPoints]);
  const { nodes, edges } = useMemo(() => elementsOf(graph), [graph]);
  const [moved, setMoved] = useState<FlowStep>();
  const frame = useRef<HTMLDivElement>(null);
  const flow = useRef<ReactFlowInstance>(null);
  useEffect(() => setMoved(undefined), [steps]);
  useEffect(() => {
    if (focus === undefined) return;
    // The menu that is closing gives the focus back to its button first.
    const later = setTimeout(() => {
      frame.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(focus)}"] button`)?.focus();
    }, 50);
    return () => clearTimeout(later);
  }, [focus, graph]);

  useEffect(() => {
    // What is docked to the diagram makes it narrower first.
    const later = setTimeout(() => {
      const node = graph.nodes.find(({ id }) => id === chosen);
      if (node) bringIntoView(node);
    }, 60);
    return () => clearTimeout(later);
  }, [chosen]);

  const bringIntoView = (node: GraphNode): void => {
    if (!frame.current || !flow.current) return;
    const { clientWidth: width, clientHeight: height } = frame.current;
    const view = flow.current.getViewport();
    if (isInView(node, view, { width, height })) return;
    void flow.current.setCenter(node.x + node.width / 2, node.y + node.height / 2, { zoom: view.zoom });
  };
  /** Brings the node that got the focus into view. */
  const show = ({ target }: FocusEvent): void => {
    const id = target.closest('[data-id]')?.getAttribute('data-id');
    const node = graph.nodes.find((one) => one.id === id);
    if (node) bringIntoView(node);
  };
  return (
    <DiagramContext
      value={{ choose, chosen, ending, ...(actions && { editing: { actions, moved, setMoved } }) }}
    >
      <div
        ref={frame}
        className="frame diagram"
        style={{ height: `clamp(15rem, ${graph.height + 48}px, min(70vh, 44rem))` }}
        role="region"
        aria-label="Diagram of the steps"
        onFocusCapture={show}
        onKeyDown={({ key }) => key === 'Escape' && setMoved(undefined)}
      >
        {moved && (
          <Group className="diagram-moving" gap="xs" wrap="nowrap">
            <Text size="sm" className="cut" role="status">
              Choose where “{moved.title}” goes.
            </Text>
            <Button size="compact-xs" variant="default" onClick={() => setMoved(undefined)}>
              Leave it
            </Button>
          </Group>
        )}
        <ReactFlow
          colorMode={colorMode}
          nodeTypes={nodeTypes}
          nodes={nodes}
          edges={edges}
          defaultEdgeOptions={{
            type: 'smoothstep',
            focusable: false,
            selectable: false,
            markerEnd: { type: MarkerType.ArrowClosed },
          }}
          nodesConnectable={false}
          nodesDraggable={false}
          nodesFocusable={false}
          elementsSelectable={false}
          onInit={(made) => {
            flow.current = made;
            const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current ?? {};
            void made.setViewport(firstView(graph, { width, height }));
          }}
          fitViewOptions={{ maxZoom: 1, padding: 0.05 }}
          minZoom={0.2}
          maxZoom={1.5}
          preventScrolling={false}
          zoomOnScroll={false}
          zoomOnDoubleClick={false}
        >
          <Controls showInteractive={false} fitViewOptions={{ maxZoom: 1, padding: 0.05 }} />
        </ReactFlow>
      </div>
    </DiagramContext>
  );
}
