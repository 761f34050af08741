import type { Found, Path } from '../file/problem';
import { YamlSource } from '../file/yaml-source';
import { remember } from '../../shared/remember';
import { readMessage } from './message';

/** A text of a translation. */
export interface TranslatedText {
  text: string;
  line: number;
}

/** The texts of a file by their keys, such as `order.shipped`, in the file's order, and what is wrong with it. */
export interface ReadTranslation {
  texts: ReadonlyMap<string, TranslatedText>;
  problems: readonly Found[];
  warnings: readonly Found[];
}

/** Names of letters, digits, `_` and `-`, joined by points. */
export const TEXT_KEY = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;
/** Maximum number of characters of a key. */
export const MAX_KEY = 200;

/** Reads the content of a file of translations: keys, nested or with points, and their messages. */
export const readTranslation: (content: string) => ReadTranslation = remember(
  { max: 500, maxSize: 16_000_000, sizeCalculation: (_read, content) => 1 + 2 * content.length },
  readContent,
);

function readContent(content: string): ReadTranslation {
  const yaml = YamlSource.read(content);
  if (!(yaml instanceof YamlSource)) return { texts: new Map(), problems: yaml, warnings: [] };
  const reader = new Reader(yaml);
  reader.read(yaml.value, [], '');
  return reader;
}

class Reader implements ReadTranslation {
  readonly texts = new Map<string, TranslatedText>();
  readonly problems: Found[] = [];
  readonly warnings: Found[] = [];

  constructor(private readonly yaml: YamlSource) {}

  read(value: unknown, path: Path, key: string): void {
    // A key without a text is not translated yet.
    if (value === null || value === undefined || value === '') return;
    if (typeof value === 'string') return this.text(value, path, key);
    if (typeof value !== 'object' || Array.isArray(value)) {
      const what = path.length === 0 ? 'the file must have keys with texts' : `"${key}" must be a text`;
      return this.refuse(path, `${what}${Array.isArray(value) ? '' : ': put it in quotes'}`);
    }
    for (const [name, inner] of Object.entries(value)) {
      const whole = key === '' ? name : `${key}.${name}`;
      if (TEXT_KEY.test(name) && whole.length <= MAX_KEY) this.read(inner, [...path, name], whole);
      else
        this.refuse(
          [...path, name],
          `"${whole.slice(0, 80)}" is not a key: letters, digits, "_" and "-", joined by points, at most ${MAX_KEY}`,
        );
    }
  }

  private text(text: string, path: Path, key: string): void {
    if (path.length === 0) return this.refuse(path, 'the file must have keys with texts');
    const line = this.yaml.lineOf(path);
    const other = this.texts.get(key);
    if (other) this.refuse(path, `"${key}" is also in line ${other.line}`);
    this.texts.set(key, { text, line });
    const read = readMessage(text);
    if (read.ok) {
      const quoted = /[\p{L}\p{N}]'\{/u.exec(text);
      if (quoted)
        this.warnings.push({
          line,
          message: `"${key}": an apostrophe before "{" quotes it, and the name is printed. Write two ('') or ’`,
        });
      return;
    }
    const { line: at, column } = this.placeOf(path, read);
    this.problems.push({
      line: at,
      message: `"${key}"${column === undefined ? '' : `, column ${column}`}: ${read.message}`,
    });
  }

  /** Returns the place in the file of a place in a text. A column only if it is certain. */
  private placeOf(
    path: Path,
    { line, column }: { line: number; column: number },
  ): { line: number; column?: number } {
    const scalar = this.yaml.scalarAt(path);
    if (!scalar) return { line: this.yaml.lineOf(path) };
    const { style, raw } = scalar;
    if (style === 'BLOCK_LITERAL') {
      const indent = /^ */.exec(raw)?.[0].length ?? 0;
      return { line: scalar.line + line - 1, column: indent + column };
    }
    if (raw.includes('\n') || style === 'BLOCK_FOLDED') return { line: scalar.line };
    const isQuoted = style === 'QUOTE_SINGLE' || style === 'QUOTE_DOUBLE';
    const before = raw.slice(isQuoted ? 1 : 0).slice(0, column - 1);
    // Two apostrophes, or a backslash, are one character of the text.
    const isExact = !isQuoted || !(style === 'QUOTE_SINGLE' ? before.includes("''") : before.includes('\\'));
    return { line: scalar.line, ...(isExact && { column: scalar.column + (isQuoted ? 1 : 0) + column - 1 }) };
  }

  private refuse(path: Path, message: string): void {
    this.problems.push({ line: this.yaml.lineOf(path), message });
  }
}
