import type { RenderedDetails } from '../answers';

/** Returns subject and text. `--json` prints the HTML too. */
export function renderedText({ subject, html, text }: RenderedDetails): string {
  const lines = [];
  if (typeof subject === 'string') lines.push(`Subject: ${subject}`);
  if (typeof text === 'string') lines.push(text.trimEnd());
  if (typeof html === 'string') lines.push(`(and ${html.length} characters of HTML, shown with --json)`);
  return lines.join('\n\n');
}
