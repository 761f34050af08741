import Handlebars from 'handlebars';
import { suggestion } from '../../shared/suggestion';
import { MAX_LENGTH } from '../templates/check-template';
import { withCalls } from '../templates/parse-template';
import { tagEnd } from '../templates/tags';
import { ARGUMENT_NAME, type Arguments, define, resolved, substitute } from './arguments';
import { blocksOf, nameOf } from './blocks';
import { type Edit, PlacedText, type Range, textOf } from './edits';
import { Expanded, type Piece } from './origins';
import type { Part, PartFormat } from './part';
import type { PartSet } from './part-set';

/** What a text is expanded with. */
export interface Expansion {
  parts: PartSet;
  /** Formats of parts that it may use, the best one first. */
  formats: readonly PartFormat[];
  /** Its language, and the one that is used without a variant in it. */
  languages: readonly string[];
  /** Name of the layout that it is put into. */
  layout?: string;
  /** Its own file, if it is a part itself. */
  part?: Part;
}

/** A problem of a text or, with `file`, of a part. */
interface ExpansionProblem {
  file?: string;
  line: number;
  message: string;
}

export interface ExpandedText {
  expanded: Expanded;
  problems: ExpansionProblem[];
  /** The names of the parts that it uses, also through others, such as `partials/footer`. */
  uses: ReadonlySet<string>;
  /** The blocks that it fills, such as `layouts/base#footer`. */
  fills: ReadonlySet<string>;
}

/** A text on its way: the template, or a part that it uses. */
interface Frame {
  source: PlacedText;
  values: Arguments;
  /** The parts around it, the outermost first. */
  stack: readonly Part[];
  /** In a layout, what its blocks are filled with. */
  fills?: ReadonlyMap<string, readonly Piece[]>;
}

/** Maximum number of parts within each other. */
const MAX_DEPTH = 20;
/** Maximum number of uses of partials in a text, counting those in partials at each use. */
const MAX_USES = 1000;

/** Thrown if a text becomes too large. */
class TooLarge extends Error {}

/** Returns a text with its partials, in its layout. */
export const expandText = (text: string, expansion: Expansion): ExpandedText =>
  new Expander(expansion).run(text);

class Expander {
  private readonly problems: ExpansionProblem[] = [];
  private readonly uses = new Set<string>();
  private readonly fills = new Set<string>();
  private count = 0;
  private size = 0;
  /** Line of the tag of the text that is expanded. */
  private line = 1;

  constructor(private readonly expansion: Expansion) {}

  run(text: string): ExpandedText {
    const { part, layout } = this.expansion;
    const source = new PlacedText(withCalls(text.replace(/\r\n?/g, '\n')), part?.shown);
    const frame = { source, values: new Map<string, string>(), stack: part ? [part] : [] };
    let pieces: Piece[] = [];
    try {
      const { body } = Handlebars.parse(source.text);
      if (layout !== undefined) pieces = this.inLayout(body, frame, layout);
      else {
        const fills = part?.folder === 'layouts' ? new Map<string, Piece[]>() : undefined;
        pieces = source.apply(this.editsOf(body, { ...frame, fills }, true));
      }
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      this.problems.push({ line: this.line, message: error.message, ...(part && { file: part.shown }) });
    }
    const { problems, uses, fills } = this;
    return { expanded: new Expanded(pieces), problems, uses, fills };
  }

  private inLayout(body: hbs.AST.Statement[], frame: Frame, name: string): Piece[] {
    const { source } = frame;
    const start = { start: 0, end: 0 };
    const layout = this.find('layouts', name, start, frame);
    const fills = new Map<string, Piece[]>();
    const removed: Edit[] = [];
    const rest = body.filter((node) => {
      if (!isBlock(node, 'content')) return true;
      const block = nameOf(node);
      const { tags, inner } = blockRanges(source, node);
      if (block === undefined) this.report(frame, source.rangeOf(node), CONTENT_FORM);
      else if (fills.has(block))
        this.report(frame, source.rangeOf(node), `{{#content "${block}"}} appears twice`);
      else {
        fills.set(block, withoutLastBreak(source.apply(this.editsOf(node.program.body, frame, true), inner)));
        if (layout && !this.blocks(layout).includes(block))
          this.refuseBlock(frame, source.rangeOf(node), layout, block);
      }
      removed.push({ ...tags, pieces: [] });
      return false;
    });
    const content = source.apply([...this.editsOf(rest, frame, true), ...removed]);
    if (textOf(content).trim() !== '') {
      if (fills.has('content'))
        this.report(frame, start, 'it has {{#content "content"}} and other texts: move them into the block');
      else if (layout && !this.blocks(layout).includes('content'))
        this.refuseBlock(frame, start, layout, 'content');
      fills.set('content', withoutLastBreak(content));
    }
    if (!layout) return [];
    for (const block of fills.keys()) this.fills.add(`layouts/${name}#${block}`);
    return this.contentOf(layout, { values: new Map<string, string>(), stack: [layout], fills });
  }

  private editsOf(body: readonly hbs.AST.Statement[], frame: Frame, isTop: boolean): Edit[] {
    return body.flatMap((node): Edit[] => {
      const { source, values } = frame;
      if (frame.stack.length === 0) this.line = node.loc.start.line;
      switch (node.type) {
        case 'PartialStatement':
          return this.partial(node as hbs.AST.PartialStatement, frame, isTop);
        case 'MustacheStatement':
          return isTop && values.size > 0 ? substitute(source, node, values) : [];
        case 'BlockStatement': {
          const block = node as hbs.AST.BlockStatement;
          if (frame.fills && isBlock(block, 'block')) return this.block(block, frame, isTop);
          if (this.expansion.layout !== undefined && frame.stack.length === 0 && isBlock(block, 'content'))
            this.report(frame, source.rangeOf(node), '{{#content}} must not stand in another block');
          // `inverse` is absent without {{else}}, whatever the types say.
          const inner = [block.program, block.inverse].flatMap((program?: hbs.AST.Program) =>
            program ? this.editsOf(program.body, frame, false) : [],
          );
          return isTop && values.size > 0 ? define(source, source.rangeOf(node), values, inner) : inner;
        }
        default:
          return [];
      }
    });
  }

  private partial(node: hbs.AST.PartialStatement, frame: Frame, isTop: boolean): Edit[] {
    const { source, stack } = frame;
    const range = source.rangeOf(node);
    const { original } = node.name as Partial<hbs.AST.PathExpression>;
    const name = String(original ?? '');
    if (original === undefined) {
      this.report(frame, range, 'the name of a partial must be written out: {{> footer}}');
      return [];
    }
    const context = (node.params[0] as hbs.AST.PathExpression | undefined)?.original;
    if (node.params.length > 1 || (node.params.length > 0 && context !== 'this' && context !== '.')) {
      const message = `{{> ${name}}} takes values by name only: {{> ${name} item=…}}, or {{#with …}}{{> ${name}}}{{/with}}`;
      this.report(frame, range, message);
    }
    const part = this.find('partials', name, range, frame);
    if (!part) return [];
    this.count += 1;
    if (this.count > MAX_USES)
      throw new TooLarge('it uses more than 1,000 partials, counting those in partials');
    if (stack.includes(part) || stack.length >= MAX_DEPTH) {
      const path = [...stack.slice(Math.max(stack.indexOf(part), 0)), part]
        .map(({ file }) => file)
        .join(' → ');
      const what = stack.includes(part) ? 'uses itself' : `is more than ${MAX_DEPTH} deep`;
      this.report(frame, range, `the partial "${name}" ${what}: ${path}`);
      return [];
    }
    const values = this.valuesOf(node, frame, isTop);
    const pieces = this.contentOf(part, { values, stack: [...stack, part] });
    const isAlone = source.lineAlone(range) !== undefined;
    const first = source.text.lastIndexOf('\n', range.start - 1) + 1;
    const indented = isAlone ? indent(pieces, source.text.slice(first, range.start)) : pieces;
    const { open, close } = node.strip;
    const comment = (text: string): Piece => source.piece({ start: range.start, end: range.start }, text);
    const isEscaped = source.text[range.start - 1] === '\\';
    return [
      {
        ...range,
        pieces: [
          ...(open ? [comment('{{~!}}')] : isEscaped ? [comment('{{!}}')] : []),
          ...indented,
          ...(close ? [comment('{{!~}}')] : []),
        ],
      },
    ];
  }

  private valuesOf(node: hbs.AST.PartialStatement, frame: Frame, isTop: boolean): Arguments {
    // Outside of blocks, partials within a partial have its arguments too. In blocks, the block defines them.
    const values = new Map(isTop ? frame.values : []);
    // `hash` is absent without arguments, whatever the types say.
    for (const { key, value, loc } of (node.hash as hbs.AST.Hash | undefined)?.pairs ?? []) {
      if (!ARGUMENT_NAME.test(key))
        this.report(
          frame,
          frame.source.rangeOf({ type: 'HashPair', loc }),
          `"${key}" cannot be the name of a value`,
        );
      else values.set(key, resolved(frame.source, value, isTop ? frame.values : new Map<string, string>()));
    }
    return values;
  }

  /** A block of a layout: what the template fills it with, or its own content. */
  private block(node: hbs.AST.BlockStatement, frame: Frame, isTop: boolean): Edit[] {
    const { source, fills } = frame;
    const range = source.rangeOf(node);
    const name = nameOf(node);
    if (name === undefined) {
      this.report(frame, range, BLOCK_FORM);
      return [];
    }
    const fill = fills?.get(name);
    if (fill) {
      this.add(fill);
      return [{ ...range, pieces: fill }];
    }
    const { open, close } = blockRanges(source, node);
    const inner = this.editsOf(node.program.body, frame, isTop);
    return [{ ...open, pieces: [] }, ...inner, { ...close, pieces: [] }];
  }

  private find(folder: Part['folder'], name: string, range: Range, frame: Frame): Part | undefined {
    const { parts, formats: all, languages } = this.expansion;
    // A layout has the format of the text. MJML cannot be put into HTML, nor HTML into a plain text.
    const formats = folder === 'layouts' ? all.slice(0, 1) : all;
    this.uses.add(`${folder}/${name}`);
    const found = parts.find({ folder, name, formats, languages });
    if (typeof found !== 'string') return found;
    this.report(frame, range, found);
    return undefined;
  }

  private contentOf(part: Part, frame: Omit<Frame, 'source'>): Piece[] {
    const source = new PlacedText(contentOf(part), part.shown);
    const inner = { ...frame, source };
    const pieces = source.apply(this.editsOf(this.parse(source, inner), inner, true));
    this.add(pieces.filter(({ file }) => file === part.shown));
    return pieces;
  }

  private blocks(layout: Part): string[] {
    const source = new PlacedText(contentOf(layout), layout.shown);
    return blocksOf(this.parse(source, undefined)).flatMap((node) => nameOf(node) ?? []);
  }

  private parse(source: PlacedText, frame: Frame | undefined): hbs.AST.Statement[] {
    try {
      return Handlebars.parse(source.text).body;
    } catch {
      if (frame) this.report(frame, { start: 0, end: 0 }, 'it has a syntax error');
      return [];
    }
  }

  private add(pieces: readonly Piece[]): void {
    for (const { text } of pieces) this.size += text.length;
    if (this.size > MAX_LENGTH)
      throw new TooLarge(`longer than ${MAX_LENGTH / 1024} kB with its layout and partials`);
  }

  private refuseBlock(frame: Frame, range: Range, layout: Part, block: string): void {
    const known = this.blocks(layout);
    const near = suggestion(block, known) || (known.length > 0 ? ` (known: ${known.join(', ')})` : '');
    this.report(frame, range, `the layout "${layout.name}" has no block "${block}"${near}`);
  }

  private report({ source }: Frame, { start }: Range, message: string): void {
    const { file } = source;
    this.problems.push({ line: source.lineOf(start), message, ...(file !== undefined && { file }) });
  }
}

const BLOCK_FORM = 'a block needs a name: {{#block "content"}} … {{/block}}';
const CONTENT_FORM = 'what fills a block needs its name: {{#content "footer"}} … {{/content}}';

/** The content of a part without its last line break, so that it can stand within a line. */
const contentOf = ({ content }: Part): string =>
  withCalls(content.replace(/\r\n?/g, '\n').replace(/\n$/, ''));

const isBlock = (node: hbs.AST.Node, name: string): node is hbs.AST.BlockStatement =>
  node.type === 'BlockStatement' &&
  (node as hbs.AST.BlockStatement).path.type === 'PathExpression' &&
  (node as hbs.AST.BlockStatement).path.original === name;

/** Returns the tags of a block, each with its line if it stands alone, and what is between them. */
function blockRanges(
  source: PlacedText,
  node: hbs.AST.BlockStatement,
): { tags: Range; open: Range; close: Range; inner: Range } {
  const range = source.rangeOf(node);
  const openTag = { start: range.start, end: tagEnd(source.text, range.start) };
  const closeTag = { start: source.text.lastIndexOf('{{', range.end - 1), end: range.end };
  const open = source.lineAlone(openTag) ?? openTag;
  const close = source.lineAlone(closeTag) ?? closeTag;
  return {
    ...{ open, close },
    tags: source.lineAlone(range) ?? range,
    inner: { start: open.end, end: close.start },
  };
}

/** Indents each line but the first. */
const indent = (pieces: Piece[], space: string): Piece[] =>
  space === ''
    ? pieces
    : pieces.map((piece, index) => ({
        ...piece,
        text: piece.text.replace(index < pieces.length - 1 ? /\n(?!\n)/g : /\n(?=[^\n])/g, `\n${space}`),
      }));

function withoutLastBreak(pieces: Piece[]): Piece[] {
  const last = pieces.at(-1);
  return last ? [...pieces.slice(0, -1), { ...last, text: last.text.replace(/\n$/, '') }] : pieces;
}
