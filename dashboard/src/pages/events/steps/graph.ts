import { graphlib, layout } from '@dagrejs/dagre';
import type { FlowStep } from '../file/flow';
import type { Path } from '../file/read';
import { idOfPoint, idOfStep } from './node-ids';

/** A place between steps, where one can be added. */
export interface Point {
  /** The list that gets the step. */
  list: Path;
  /** Place of the new step in the list. */
  index: number;
  /** Name of the branch that begins here. */
  branch?: string;
  /** Where it is, in words. */
  where: string;
}

export type GraphItem =
  | { kind: 'step'; step: FlowStep; index: number; count: number }
  | { kind: 'point'; point: Point }
  | { kind: 'done' };

export interface GraphNode {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  item: GraphItem;
}

export interface Graph {
  /** In the order in which they are read. */
  nodes: GraphNode[];
  edges: { from: string; to: string }[];
  width: number;
  height: number;
}

/** Pixels. */
const SIZES = {
  step: { width: 250, height: 76 },
  point: { width: 28, height: 28 },
  branch: { width: 96, height: 28 },
  done: { width: 130, height: 34 },
} as const;

const DONE = 'done';

/** Returns the steps of an event as a graph, from top to bottom, with a point before and after each step. */
export function graphOf(steps: readonly FlowStep[], root: Path = ['sequence']): Graph {
  const items = new Map<string, GraphItem>();
  const edges: Graph['edges'] = [];
  const enter = (id: string, item: GraphItem, from: readonly string[]): string[] => {
    items.set(id, item);
    edges.push(...from.map((exit) => ({ from: exit, to: id })));
    return [id];
  };
  const follow = (list: readonly FlowStep[], path: Path, into: string[], branch?: string): string[] => {
    let open = into;
    const point = (index: number): void => {
      const before = list[index];
      const where = `${before ? `before “${before.title}”` : 'at the end'}${branch ? ` of “${branch}”` : ''}`;
      const begins = index === 0 && branch !== undefined && { branch };
      open = enter(
        idOfPoint(path, index),
        { kind: 'point', point: { ...{ list: path, index, where }, ...begins } },
        open,
      );
    };
    for (const [index, step] of list.entries()) {
      point(index);
      const at = enter(idOfStep(step.path), { kind: 'step', step, index, count: list.length }, open);
      open = step.kind === 'end' ? [] : at;
      if (step.branches.length > 0)
        open = step.branches.flatMap(({ title, steps: inner, path: into }) => follow(inner, into, at, title));
    }
    // Nothing runs after an end.
    if (open.length > 0) point(list.length);
    return open;
  };
  const open = follow(steps, root, []);
  if (open.length > 0) enter(DONE, { kind: 'done' }, open);
  return placed(items, edges);
}

const sizeOf = (item: GraphItem) =>
  SIZES[item.kind === 'point' && item.point.branch !== undefined ? 'branch' : item.kind];

function placed(items: ReadonlyMap<string, GraphItem>, edges: Graph['edges']): Graph {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 32, ranksep: 20 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const [id, item] of items) graph.setNode(id, { ...sizeOf(item) });
  for (const { from, to } of edges) graph.setEdge(from, to, {});
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  const nodes = [...items].map(([id, item]) => {
    const { x, y } = graph.node(id) as { x: number; y: number };
    const size = sizeOf(item);
    return { id, x: x - size.width / 2, y: y - size.height / 2, ...size, item };
  });
  return { nodes, edges, width, height };
}
