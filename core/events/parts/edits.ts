import type { Piece } from './origins';

/** A text with the places of its parser. */
export class PlacedText {
  private readonly starts: number[] = [0];

  constructor(
    readonly text: string,
    /** Absent: the text that is expanded. */
    readonly file?: string,
  ) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  offsetOf({ line, column }: { line: number; column: number }): number {
    return (this.starts[line - 1] ?? this.text.length) + column;
  }

  rangeOf({ loc: { start, end } }: hbs.AST.Node): Range {
    return { start: this.offsetOf(start), end: this.offsetOf(end) };
  }

  lineOf(offset: number): number {
    let line = this.starts.length;
    while (line > 1 && this.starts[line - 1]! > offset) line -= 1;
    return line;
  }

  slice = ({ start, end }: Range): string => this.text.slice(start, end);

  /** Returns the line of a tag that stands alone in it, with its line break; undefined: it does not. */
  lineAlone({ start, end }: Range): Range | undefined {
    const first = this.text.lastIndexOf('\n', start - 1) + 1;
    const next = this.text.indexOf('\n', end);
    const after = next === -1 ? this.text.length : next;
    const isAlone = this.text.slice(first, start).trim() === '' && this.text.slice(end, after).trim() === '';
    return isAlone ? { start: first, end: next === -1 ? after : after + 1 } : undefined;
  }

  /** Returns the text between two places with its changes. */
  apply(edits: readonly Edit[], { start, end }: Range = { start: 0, end: this.text.length }): Piece[] {
    const pieces: Piece[] = [];
    let at = start;
    const copy = (to: number): void => {
      if (to > at) pieces.push(this.piece({ start: at, end: to }));
      at = Math.max(at, to);
    };
    // Insertions at one place keep their order.
    for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
      if (edit.start < start || edit.end > end) continue;
      copy(edit.start);
      pieces.push(...edit.pieces);
      at = Math.max(at, edit.end);
    }
    copy(end);
    return pieces;
  }

  /** A piece of this text, or another text that takes its place. */
  piece(range: Range, text = this.slice(range)): Piece {
    const line = this.lineOf(range.start);
    return { text, line, ...(this.file !== undefined && { file: this.file }) };
  }
}

export interface Range {
  start: number;
  end: number;
}

/** What takes the place of a range; an empty range: an insertion. */
export interface Edit extends Range {
  pieces: readonly Piece[];
}

export const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');
