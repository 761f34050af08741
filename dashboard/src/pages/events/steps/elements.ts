import { type Edge, type Node, Position, type Viewport } from '@xyflow/react';
import type { Graph, GraphNode } from './graph';

interface Size {
  width: number;
  height: number;
}

/** Least scale at which the texts can be read. */
const READABLE = 0.8;
const MARGIN = 20;

/** Returns a graph as React Flow wants it. */
export function elementsOf({ nodes, edges }: Graph): { nodes: Node[]; edges: Edge[] } {
  const points = new Set(nodes.flatMap(({ id, item }) => (item.kind === 'point' ? [id] : [])));
  return {
    nodes: nodes.map(({ id, x, y, width, height, item }) => ({
      ...{ id, type: 'item', position: { x, y }, data: { item }, width, height },
      // With these, nothing has to be measured: a node that appears is there at once, and can get the focus.
      measured: { width, height },
      handles: [
        { type: 'target', position: Position.Top, x: width / 2, y: 0 },
        { type: 'source', position: Position.Bottom, x: width / 2, y: height },
      ],
      style: { pointerEvents: 'all' },
    })),
    edges: edges.map(({ from, to }) => ({
      ...{ id: `${from} ${to}`, source: from, target: to },
      pathOptions: { offset: 12, borderRadius: 8 },
      ...(points.has(to) && { markerEnd: '' }),
    })),
  };
}

/** Returns the first view of a graph: all of it if its texts can be read then, else its begin. */
export function firstView(graph: Graph, frame: Size): Viewport {
  const fits = Math.min((frame.width - 2 * MARGIN) / graph.width, (frame.height - 2 * MARGIN) / graph.height);
  const zoom = Math.min(1, Math.max(READABLE, fits));
  const first = graph.nodes[0];
  const middle = graph.width * zoom <= frame.width || !first ? graph.width / 2 : first.x + first.width / 2;
  return { x: frame.width / 2 - middle * zoom, y: MARGIN, zoom };
}

/** Returns whether all of a node is in view. What the browser has scrolled on its own does not count. */
export function isInView({ x, y, width, height }: GraphNode, view: Viewport, frame: Size): boolean {
  const [left, top] = [view.x + x * view.zoom, view.y + y * view.zoom];
  return (
    left >= 0 &&
    top >= 0 &&
    left + width * view.zoom <= frame.width &&
    top + height * view.zoom <= frame.height
  );
}
