/** A part of an expanded text, and where it stands. */
export interface Piece {
  text: string;
  /** The file that it is from. Absent: the text that was expanded. */
  file?: string;
  /** Its first line there, from 1. */
  line: number;
}

/** A place in a text that was expanded, or in a part. */
export interface Origin {
  file?: string;
  line: number;
}

/** An expanded text, and from where each of its lines comes. */
export class Expanded {
  readonly text: string;

  constructor(private readonly pieces: readonly Piece[]) {
    this.text = pieces.map(({ text }) => text).join('');
  }

  /** Returns the text with other texts in place of ranges, which are in order. */
  replaced(edits: readonly { start: number; end: number; text: string }[]): Expanded {
    const pieces: Piece[] = [];
    const left = [...edits].sort((a, b) => a.start - b.start);
    let before = 0;
    for (const piece of this.pieces) {
      const { text } = piece;
      const lineAt = (at: number): number => piece.line + text.slice(0, at).split('\n').length - 1;
      let at = 0;
      const copy = (end: number): void => {
        if (end > at) pieces.push({ ...piece, text: text.slice(at, end), line: lineAt(at) });
        at = Math.max(at, end);
      };
      while (left[0] && left[0].start < before + text.length) {
        const { start, end, text: words } = left[0];
        copy(start - before);
        pieces.push({ ...piece, text: words, line: lineAt(Math.max(at, 0)) });
        at = Math.min(end - before, text.length);
        // What the range has of the next pieces is left out there.
        if (end > before + text.length) left[0] = { start: before + text.length, end, text: '' };
        else left.shift();
      }
      copy(text.length);
      before += text.length;
    }
    return new Expanded(pieces);
  }

  /** Returns the origin of a place. Without a column, of the first character of its line that is no white space. */
  originOf(line: number, column?: number): Origin {
    let start = 0;
    for (let passed = 1; passed < line; passed += 1) {
      const end = this.text.indexOf('\n', start);
      if (end === -1) break;
      start = end + 1;
    }
    const at = start + (column ?? Math.max(this.text.slice(start).search(/\S/), 0));
    let before = 0;
    for (const { text, file, line: first } of this.pieces) {
      if (at < before + text.length) {
        const lines = text.slice(0, at - before).split('\n').length - 1;
        return { ...(file !== undefined && { file }), line: first + lines };
      }
      before += text.length;
    }
    const { file, line: first = 1 } = this.pieces.at(-1) ?? {};
    return { ...(file !== undefined && { file }), line: first };
  }
}
