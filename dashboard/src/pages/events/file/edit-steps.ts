import { type Document, isMap as isYamlMap, isScalar, isSeq, type Node, type YAMLSeq } from 'yaml';
import { checked } from './edit';
import { isMap, parseFile, type Path } from './read';

/** Edits of the steps of an event. Comments stay, and so does each line outside the sequence. */

type Step = Record<string, unknown>;

/** Sets a step. Its parts that stay the same keep their comments. Returns the new file. */
export const setStep = (source: string, path: Path, step: Step): string =>
  changed(source, (document) => {
    const list = listAt(document, path.slice(0, -1));
    const index = Number(path.at(-1));
    list.items[index] = merged(document, list.items[index], step);
  });

/** Adds a step to the sequence or to a branch, before the one at `index`. Returns the new file. */
export const insertStep = (source: string, list: Path, index: number, step: Step): string =>
  changed(source, (document) => {
    listAt(document, list).items.splice(index, 0, document.createNode(step));
  });

/** Removes a step. A branch without steps goes too, and so does a sequence. Returns the new file. */
export const removeStep = (source: string, path: Path): string =>
  changed(source, (document) => {
    const at = path.slice(0, -1);
    const list = listAt(document, at);
    list.items.splice(Number(path.at(-1)), 1);
    if (list.items.length === 0) document.deleteIn(at);
  });

/** Moves a step to before the one at `index` of a list, which may be another one. Returns the new file. */
export function moveStep(source: string, from: Path, list: Path, index: number): string {
  const to = placeAfterMove(from, list, index);
  if (samePath(to, from) || isWithin(list, from)) return source;
  return changed(source, (document) => {
    const at = from.slice(0, -1);
    const { items } = listAt(document, at);
    const [step] = items.splice(Number(from.at(-1)), 1);
    if (items.length === 0) document.deleteIn(at);
    listAt(document, to.slice(0, -1)).items.splice(Number(to.at(-1)), 0, step);
  });
}

/** Returns where a step is after it was moved: what follows its old place has moved up. */
export function placeAfterMove(from: Path, list: Path, index: number): Path {
  const to: (string | number)[] = [...list, index];
  const last = from.length - 1;
  if (isWithin(to, from.slice(0, -1)) && Number(to[last]) > Number(from[last]))
    to[last] = Number(to[last]) - 1;
  return to;
}

/** Returns whether a path is another one, or leads on from it. */
export const isWithin = (path: Path, outer: Path): boolean =>
  outer.every((key, index) => path[index] === key);

const samePath = (one: Path, other: Path): boolean => one.length === other.length && isWithin(one, other);

/** Returns a list of steps, which is made if there is none. Without a sequence, an event is one SEND. */
function listAt(document: Document, path: Path): YAMLSeq {
  if (!document.has('sequence')) document.set('sequence', document.createNode([{ send: null }]));
  const found = document.getIn(path, true);
  if (isSeq(found)) {
    // Several steps in one line are hard to read.
    found.flow = false;
    return found;
  }
  const made = document.createNode([]) as YAMLSeq;
  document.setIn(path, made);
  return made;
}

/** Returns a node with a value. What stays the same keeps its comments. */
function merged(document: Document, node: unknown, value: unknown): Node {
  if (isYamlMap(node) && isMap(value)) {
    for (const key of Object.keys(node.toJSON() as object)) if (!(key in value)) node.delete(key);
    for (const [key, one] of Object.entries(value)) node.set(key, merged(document, node.get(key, true), one));
    return node;
  }
  if (isScalar(node) && node.value === value) return node;
  if (isSeq(node) && JSON.stringify(node.toJSON()) === JSON.stringify(value)) return node;
  return document.createNode(value);
}

function changed(source: string, change: (document: Document) => void): string {
  const document = parseFile(source);
  change(document);
  return checked(document, () => {
    const written = inStyleOf(source, document);
    const [before, after] = [partOf(source), partOf(written)];
    if (!before || !after) return undefined;
    return source.slice(0, before.start) + written.slice(after.start, after.end) + source.slice(before.end);
  });
}

/** Returns a document with the spaces in brackets that its file has. */
function inStyleOf(source: string, document: Document): string {
  const written = document.toString({ lineWidth: 0, flowCollectionPadding: /\{ /.test(source) });
  return /\[ /.test(source) ? written : written.replace(/\[ (?=\S)/g, '[').replace(/(?<=\S) \]/g, ']');
}

/** Returns where the sequence is: from its key to the next key, or to the end of the file. */
function partOf(source: string): { start: number; end: number } | undefined {
  const start = source.search(/^sequence:/m);
  if (start < 0) return undefined;
  // Comments before the next key in the first column are its own.
  const next = /\n(?:(?:#.*)?\n)*[^\s#\]}-]/.exec(source.slice(start));
  return { start, end: next ? start + next.index + 1 : source.length };
}
