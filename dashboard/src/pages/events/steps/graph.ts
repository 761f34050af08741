import { graphlib, layout } from '@dagrejs/dagre';
import type { FlowStep } from '../file/flow';

export const NODE = { width: 230, height: 76 };

export interface GraphNode {
  id: string;
  x: number;
  y: number;
  /** Null: the end of the sequence. */
  step: FlowStep | null;
}

export interface GraphEdge {
  from: string;
  to: string;
  /** Which branch it is. */
  label?: string;
}

type Exit = Pick<GraphEdge, 'from' | 'label'>;

const DONE = 'done';

/** Returns the steps of an event as a graph, from top to bottom. */
export function graphOf(steps: readonly FlowStep[]): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const found: FlowStep[] = [];
  const edges: GraphEdge[] = [];
  const follow = (list: readonly FlowStep[], into: Exit[]): Exit[] => {
    let open = into;
    for (const step of list) {
      const id = step.path.join('.');
      found.push(step);
      edges.push(...open.map((exit) => ({ ...exit, to: id })));
      open = step.kind === 'end' ? [] : [{ from: id }];
      if (step.branches.length > 0)
        open = step.branches.flatMap(({ title, steps: inner }) =>
          follow(inner, [{ from: id, label: title }]),
        );
    }
    return open;
  };
  edges.push(...follow(steps, []).map((exit) => ({ ...exit, to: DONE })));
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 32, ranksep: 44 });
  graph.setDefaultEdgeLabel(() => ({}));
  const ids = [
    ...found.map(({ path }) => path.join('.')),
    ...(edges.some(({ to }) => to === DONE) ? [DONE] : []),
  ];
  for (const id of ids) graph.setNode(id, { ...NODE, ...(id === DONE && { height: 32 }) });
  for (const { from, to } of edges) graph.setEdge(from, to, {});
  layout(graph);
  const nodes = ids.map((id, index) => {
    const { x, y, height } = graph.node(id) as { x: number; y: number; height: number };
    return { id, x: x - NODE.width / 2, y: y - height / 2, step: found[index] ?? null };
  });
  return { nodes, edges };
}
