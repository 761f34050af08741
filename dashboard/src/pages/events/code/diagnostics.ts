import { type Diagnostic, forEachDiagnostic, setDiagnostics } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';

/** A problem of a file at one of its lines, from 1. */
export interface LineProblem {
  line: number;
  message: string;
  severity: 'error' | 'warning';
}

/** Shows the problems of one source at their lines, and keeps those of other sources where edits have moved them. */
export function showProblems(view: EditorView, source: string, problems: readonly LineProblem[]): void {
  const found: Diagnostic[] = [];
  forEachDiagnostic(view.state, (one, from, to) => {
    if (one.source !== source) found.push({ ...one, from, to });
  });
  for (const { line, message, severity } of problems) {
    const { from, to } = lineOf(view, line);
    found.push({ from, to, message, severity, source });
  }
  view.dispatch(
    setDiagnostics(
      view.state,
      found.sort((one, other) => one.from - other.from),
    ),
  );
}

/** Returns a line of the document, the last one for a line after its end. */
export const lineOf = (view: EditorView, line: number) =>
  view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
