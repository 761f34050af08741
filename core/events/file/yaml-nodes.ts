import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Alias,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import { formatCount, MAX_ALIASES, MAX_EXPANDED_BYTES, MAX_NESTING, MAX_PARTS } from './limits';
import type { Found } from './problem';

/** Size of a node with its aliases expanded. */
interface Extent {
  values: number;
  levels: number;
  /** Of all texts, in UTF-8. */
  bytes: number;
}

interface Anchor {
  node: Node;
  name: string;
  /** Absent while the walk is inside the node. */
  extent?: Extent;
  used: boolean;
}

/** Walks a document once: collects the entries of its maps, resolves its aliases, and reports problems of both. */
export class YamlNodes {
  readonly problems: Found[] = [];
  private readonly maps = new Map<YAMLMap, Map<string, Pair>>();
  private readonly targets = new Map<Alias, Node>();
  private readonly anchors: Anchor[] = [];
  private readonly byName = new Map<string, Anchor>();

  constructor(
    document: Document,
    private readonly lineAt: (offset: number) => number,
  ) {
    const { values, levels, bytes } = this.walk(document.contents);
    for (const { node, name, used } of this.anchors)
      if (!used && isScalar(node))
        this.report(node, `no alias repeats "&${shown(name)}": put a text that begins with "&" in quotes`);
    const limit = (count: number, most: number, what: string): void => {
      if (count > most) this.problems.push({ line: 1, message: `${what} (${formatCount(most)} at most)` });
    };
    limit(levels, MAX_NESTING, 'too many levels of nesting');
    limit(values, MAX_PARTS, 'too many values, counting again what aliases (*name) repeat');
    limit(bytes, MAX_EXPANDED_BYTES, 'too many bytes of text, counting again what aliases (*name) repeat');
    limit(this.targets.size, MAX_ALIASES, 'too many aliases (*name)');
  }

  pair = (map: YAMLMap, key: string): Pair | undefined => this.maps.get(map)?.get(key);

  keys = (map: YAMLMap): string[] => [...(this.maps.get(map)?.keys() ?? [])];

  /** Returns the target of an alias, or the node itself. */
  resolved(node: unknown): Node | undefined {
    if (isAlias(node)) return this.targets.get(node);
    return isNode(node) ? node : undefined;
  }

  private walk(node: unknown): Extent {
    if (isAlias(node)) return this.walkAlias(node);
    const extent = { values: 1, levels: 1, bytes: 0 };
    if (!isNode(node)) return extent;
    if (isScalar(node)) extent.bytes = Buffer.byteLength(String(node.value));
    const anchor = node.anchor === undefined ? undefined : this.name(node, node.anchor);
    if (isScalar(node) && node.tag === '!') this.report(node, `put a text that begins with "!" in quotes`);
    for (const inner of isMap(node) ? this.entries(node) : isSeq(node) ? node.items : []) {
      const { values, levels, bytes } = this.walk(inner);
      extent.values += values;
      extent.bytes += bytes;
      extent.levels = Math.max(extent.levels, levels + 1);
    }
    if (anchor) anchor.extent = extent;
    return extent;
  }

  private name(node: Node, name: string): Anchor {
    const anchor: Anchor = { node, name, used: false };
    this.anchors.push(anchor);
    this.byName.set(name, anchor);
    return anchor;
  }

  private walkAlias(alias: Alias): Extent {
    const anchor = this.byName.get(alias.source);
    if (anchor) {
      anchor.used = true;
      this.targets.set(alias, anchor.node);
    }
    if (anchor?.extent) return anchor.extent;
    const what = anchor
      ? 'is within the value that it repeats'
      : `repeats nothing: no "&${shown(alias.source)}" is above it`;
    this.report(
      alias,
      `the alias "*${shown(alias.source)}" ${what} (put a text that begins with "*" in quotes)`,
    );
    return { values: 1, levels: 1, bytes: 0 };
  }

  private entries(map: YAMLMap): unknown[] {
    const pairs = new Map<string, Pair>();
    this.maps.set(map, pairs);
    for (const pair of map.items) {
      const key = String(isScalar(pair.key) ? pair.key.value : pair.key);
      if (pairs.has(key)) this.report(pair.key, `the key "${shown(key)}" appears twice in one map`);
      else pairs.set(key, pair);
    }
    return map.items.flatMap(({ key, value }) => [key, value]);
  }

  private report(at: unknown, message: string): void {
    const range = isNode(at) ? at.range : undefined;
    this.problems.push({ line: this.lineAt(range?.[0] ?? 0), message: `not valid YAML: ${message}` });
  }
}

const shown = (name: string): string => (name.length > 40 ? `${name.slice(0, 40)}…` : name);
