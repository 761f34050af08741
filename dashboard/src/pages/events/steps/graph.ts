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
  branch: { width: 110, height: 28 },
  done: { width: 130, height: 34 },
} as const;
const GAP = { x: 40, y: 24 };

/** What a list of steps leaves open. */
interface Below {
  /** Ids of the nodes that lead on. */
  open: readonly string[];
  /** Where the next node begins. */
  y: number;
}

interface GraphOptions {
  root?: Path;
  /** Whether there is a point before and after each step. Without them, only those that name a branch are there. */
  hasPoints?: boolean;
}

/** Returns the steps of an event as a graph, from top to bottom. */
export function graphOf(
  steps: readonly FlowStep[],
  { root = ['sequence'], hasPoints = true }: GraphOptions = {},
): Graph {
  const nodes: GraphNode[] = [];
  const edges: Graph['edges'] = [];
  const put = (id: string, item: GraphItem, center: number, { open, y }: Below): Below => {
    const size = sizeOf(item);
    nodes.push({ id, x: center - size.width / 2, y, ...size, item });
    edges.push(...open.map((from) => ({ from, to: id })));
    return { open: [id], y: y + size.height + GAP.y };
  };
  const putList = (
    list: readonly FlowStep[],
    path: Path,
    center: number,
    above: Below,
    branch?: string,
  ): Below => {
    let below = above;
    const putPoint = (index: number): void => {
      if (!hasPoints && !(index === 0 && branch !== undefined)) return;
      const before = list[index];
      const where = `${before ? `before “${before.title}”` : 'at the end'}${branch ? ` of “${branch}”` : ''}`;
      const point = { list: path, index, where, ...(index === 0 && branch !== undefined && { branch }) };
      below = put(idOfPoint(path, index), { kind: 'point', point }, center, below);
    };
    for (const [index, step] of list.entries()) {
      putPoint(index);
      below = put(idOfStep(step.path), { kind: 'step', step, index, count: list.length }, center, below);
      if (step.kind === 'end') below = { ...below, open: [] };
      else if (step.branches.length > 0) below = putBranches(step, center, below);
    }
    // Nothing runs after an end.
    if (below.open.length > 0) putPoint(list.length);
    return below;
  };
  const putBranches = (step: FlowStep, center: number, above: Below): Below => {
    let left = center - widthOfBranches(step) / 2;
    const ends = step.branches.map(({ title, steps: inner, path }) => {
      const width = widthOf(inner);
      const end = putList(inner, path, left + width / 2, above, title);
      left += width + GAP.x;
      return end;
    });
    return { open: ends.flatMap(({ open }) => open), y: Math.max(...ends.map(({ y }) => y)) };
  };
  const width = widthOf(steps);
  const end = putList(steps, root, width / 2, { open: [], y: 0 });
  if (end.open.length > 0) put('done', { kind: 'done' }, width / 2, end);
  const height = Math.max(...nodes.map((node) => node.y + node.height));
  return { nodes, edges, width, height };
}

const sizeOf = (item: GraphItem) =>
  SIZES[item.kind === 'point' && item.point.branch !== undefined ? 'branch' : item.kind];

const widthOf = (list: readonly FlowStep[]): number =>
  Math.max(SIZES.step.width, ...list.map(widthOfBranches));

/** Returns the width of the branches of a step, side by side. */
const widthOfBranches = ({ branches }: FlowStep): number =>
  branches.reduce((sum, { steps }) => sum + widthOf(steps) + GAP.x, -GAP.x);
