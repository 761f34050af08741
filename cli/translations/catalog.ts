import { type Document, isMap, isScalar, type Pair, parseDocument, Scalar, type YAMLMap } from 'yaml';

/** A text of a file of translations. */
export interface Entry {
  key: string;
  /** Its place in the YAML: `order.shipped` may be two names or one. */
  path: string[];
  /** Null: not translated. */
  text: string | null;
  /** The comment above it. */
  description?: string;
}

/** A file of translations that can be changed. Comments, and what is not changed, stay as they are. */
export class Catalog {
  private constructor(private readonly document: Document) {}

  static read(content: string): Catalog {
    return new Catalog(parseDocument(content));
  }

  /** Returns the texts in the file's order. */
  entries(): Entry[] {
    const { contents, commentBefore } = this.document;
    return isMap(contents) ? entriesOf(contents, [], commentBefore ?? undefined) : [];
  }

  /** Sets a text. A new one gets the place that it has in the source language. */
  set(key: string, text: string, placeIfNew: readonly string[]): void {
    const known = this.entries().find((one) => one.key === key);
    if (!known) return this.put(this.isFree(placeIfNew) ? placeIfNew : [key], text);
    if (known.text !== text) this.put(known.path, text);
  }

  toString(): string {
    return this.document.toString({ lineWidth: 0 });
  }

  private put(path: readonly string[], text: string): void {
    if (!isMap(this.document.contents)) this.document.contents = this.document.createNode({});
    const old = this.document.getIn(path, true);
    // A scalar keeps its comments, and gets the quotes that its new text needs.
    if (isScalar(old)) Object.assign(old, { value: text, type: styleOf(text), source: undefined });
    else this.document.setIn(path, Object.assign(new Scalar(text), { type: styleOf(text) }));
  }

  /** Whether no text stands where a map would have to. */
  private isFree(path: readonly string[]): boolean {
    const { contents } = this.document;
    return path.every((_name, index) => {
      const outer = index === 0 ? contents : this.document.getIn(path.slice(0, index), true);
      return outer === undefined || outer === null || isMap(outer);
    });
  }
}

/** Returns the style of a text. The writer of YAML loses the first line of a block if it is white space only. */
const styleOf = (text: string): Scalar.Type | undefined =>
  /^\s/.test(text) ? Scalar.QUOTE_DOUBLE : undefined;

function entriesOf(map: YAMLMap, path: string[], comment: string | undefined): Entry[] {
  return map.items.flatMap((pair: Pair, index) => {
    const { key, value } = pair;
    const name = String(isScalar(key) ? key.value : key);
    const own = isScalar(key) ? (key.commentBefore ?? undefined) : undefined;
    // The comment above the first key of a map is that of the map.
    const first = index === 0 ? (map.commentBefore ?? comment) : undefined;
    const words = own ?? first;
    const at = [...path, name];
    if (isMap(value)) return entriesOf(value, at, undefined);
    const text: unknown = isScalar(value) ? value.value : null;
    return [
      {
        ...{ key: at.join('.'), path: at, text: typeof text === 'string' && text !== '' ? text : null },
        ...(words !== undefined && { description: words.replace(/^ /gm, '').trim() }),
      },
    ];
  });
}
