import { isMap as isYamlMap, isScalar, isSeq, type Document, type Pair, type Scalar, stringify } from 'yaml';
import { isMap, parseFile, type Path, valueAt } from './read';
import { block, INDENT, isBlockText, writeText } from './scalar';

/**
 * Edits of an event file. Each changes only the lines that it has to, and is checked against the same edit of the YAML
 * document. Where it fails that check, the document is written instead, which keeps comments but not every space.
 */

interface Found {
  /** Pair that holds the value. Undefined: a list holds it. */
  pair?: Pair;
  node: unknown;
  inFlow: boolean;
}

/** Sets a text. An empty text removes its field, unless the template needs it. Returns the new file. */
export function setText(source: string, path: Path, text: string): string {
  const document = parseFile(source);
  const siblings = find(document, path.slice(0, -1))?.node;
  const isOptional = isYamlMap(siblings) && siblings.items.length > 1 && path.at(-1) !== 'subject';
  if (text === '' && isOptional) {
    document.deleteIn(path);
    return checked(document, () => removedLines(source, path));
  }
  const found = find(parseFile(source), path);
  const isNew = found?.node === undefined || found.node === null;
  if (isNew) document.setIn(path, document.createNode(text));
  else if (isScalar(found.node)) setScalar(document, path, text);
  else return source;
  return checked(document, () =>
    isNew ? addedLines(source, path.slice(0, -1), path.at(-1), text) : replaced(source, path, text),
  );
}

/** Adds a value under a new key of a map. Returns the new file. */
export function addValue(source: string, path: Path, value: unknown): string {
  const document = parseFile(source);
  document.setIn(path, document.createNode(value));
  return checked(document, () => addedLines(source, path.slice(0, -1), path.at(-1), value));
}

/** Sets the routing order. Returns the new file. */
export function setChannels(source: string, channels: readonly string[]): string {
  const document = parseFile(source);
  const before = document.get('channels', true);
  if (isSeq(before)) {
    const items = channels.flatMap((channel) => before.items.filter((item) => textOf(item) === channel));
    const hasComments = before.items.some((item) => isScalar(item) && (item.comment || item.commentBefore));
    before.items = items;
    return checked(document, () =>
      hasComments
        ? undefined
        : channels.reduce(
            (text, channel, index) => replaced(text, ['channels', index], channel, true) ?? text,
            source,
          ),
    );
  }
  document.set('channels', document.createNode(channels, { flow: true }));
  return checked(document, () => {
    const line = `channels: [${channels.join(', ')}]\n`;
    const name = /^name:.*\n/m.exec(source);
    const at = name ? name.index + name[0].length : source.search(/^[a-z_]+:/m);
    return at < 0 ? undefined : source.slice(0, at) + line + source.slice(at);
  });
}

const textOf = (node: unknown): unknown => (isScalar(node) ? node.value : undefined);

function setScalar(document: Document, path: Path, text: string): void {
  const node = document.getIn(path, true) as Scalar;
  node.value = text;
  delete node.source;
}

/** Returns the text of a change if it holds what the document holds, else the document as text. */
export function checked(document: Document, change: () => string | undefined): string {
  const text = change();
  if (text !== undefined) {
    const written = parseFile(text);
    if (written.errors.length === 0 && sorted(written.toJS()) === sorted(document.toJS())) return text;
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** The order of keys says nothing, except that of channels and templates, which no edit here changes. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isMap(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

function find(document: Document, path: Path): Found | undefined {
  let found: Found = { node: document.contents, inFlow: false };
  for (const key of path) {
    const { node } = found;
    if (isYamlMap(node)) {
      const pair = node.items.find((one) => textOf(one.key) === key);
      if (!pair) return undefined;
      found = { pair, node: pair.value, inFlow: found.inFlow || node.flow === true };
    } else if (isSeq(node) && typeof key === 'number') {
      found = { node: node.items[key], inFlow: found.inFlow || node.flow === true };
    } else return undefined;
  }
  return found;
}

const columnOf = (source: string, offset: number): number => offset - lineStart(source, offset);
const lineStart = (source: string, offset: number): number => source.lastIndexOf('\n', offset - 1) + 1;
const lineEnd = (source: string, offset: number): number => {
  const end = source.indexOf('\n', offset);
  return end === -1 ? source.length : end;
};

function replaced(source: string, path: Path, text: string, plain = false): string | undefined {
  const found = find(parseFile(source), path);
  const node = found?.node;
  if (!isScalar(node) || !node.range) return undefined;
  const [start, end] = node.range;
  if (plain) return source.slice(0, start) + text + source.slice(end);
  const column = found?.pair ? columnOf(source, rangeOf(found.pair.key)[0]) : 0;
  const indent = column + INDENT;
  if (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED') {
    const head = source.slice(start, lineEnd(source, start));
    const rest = /\s+#.*$/.exec(head)?.[0] ?? '';
    const written = isBlockText(text)
      ? block(text, indent, rest)
      : writeText(text, { indent, inFlow: true, rest });
    return `${source.slice(0, start)}${written}\n${source.slice(end)}`;
  }
  const after = lineEnd(source, end);
  const isBlock = text.includes('\n') && isBlockText(text) && !found?.inFlow;
  const rest = isBlock ? source.slice(end, after) : '';
  const written = writeText(text, { indent, inFlow: found?.inFlow ?? false, rest });
  return source.slice(0, start) + written + source.slice(isBlock ? after : end);
}

const rangeOf = (node: unknown): readonly [number, number, number] =>
  (node as { range?: [number, number, number] | null } | null)?.range ?? [0, 0, 0];

/** Returns the file with a new key at the end of a map. */
function addedLines(source: string, path: Path, key: unknown, value: unknown): string | undefined {
  const found = find(parseFile(source), path);
  const map = found?.node;
  const last = isYamlMap(map) ? map.items.at(-1) : undefined;
  if (!last) return undefined;
  if (found?.inFlow || (isYamlMap(map) && map.flow)) {
    const at = rangeOf(last.value)[1];
    return `${source.slice(0, at)}, ${String(key)}: ${JSON.stringify(value)}${source.slice(at)}`;
  }
  const pad = ' '.repeat(columnOf(source, rangeOf(last.key)[0]));
  const lines = stringify({ [String(key)]: value }, { lineWidth: 0, singleQuote: true });
  const snippet = lines.replace(/^(?=.)/gm, pad);
  const end = rangeOf(last.value)[1];
  const at = source[end - 1] === '\n' ? end : Math.min(lineEnd(source, end) + 1, source.length);
  const before = source.slice(0, at);
  return `${before}${before.endsWith('\n') ? '' : '\n'}${snippet}${source.slice(at)}`;
}

/** Returns the file without the lines of a key. */
function removedLines(source: string, path: Path): string | undefined {
  const found = find(parseFile(source), path);
  if (!found?.pair || found.inFlow) return undefined;
  const start = lineStart(source, rangeOf(found.pair.key)[0]);
  const end = rangeOf(found.node)[1];
  const after = source[end - 1] === '\n' ? end : Math.min(lineEnd(source, end) + 1, source.length);
  return source.slice(0, start) + source.slice(after);
}

/** Returns whether a text of the file can be changed at its place. What repeats another part (`*name`) cannot. */
export function canSetText(source: string, path: Path): boolean {
  const document = parseFile(source);
  const found = find(document, path);
  if (found) return found.node === null || (isScalar(found.node) && typeof found.node.value !== 'object');
  const parent = find(document, path.slice(0, -1));
  return isYamlMap(parent?.node) && valueAt(document.toJS(), path) === undefined;
}
