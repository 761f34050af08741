import type { ChangedMessage } from '../answers';
import { lineDiff } from '../line-diff';

/** Maximum number of lines that are printed of a message. */
const MOST_LINES = 40;

/** An event whose messages change. */
interface Changed {
  name: string;
  /** The layouts and partials that change it. */
  parts?: readonly string[];
  messages?: readonly ChangedMessage[];
}

/** Returns which messages a push changes, and how they differ if they were rendered; undefined: none does. */
export function messageDiffs(changes: readonly Changed[]): string | undefined {
  const lines = changes.flatMap(({ name, parts = [], messages = [] }) => {
    const why = parts.length > 0 ? `  (${parts.join(', ')})` : '';
    return messages.flatMap((message) => {
      const { step, channel, language } = message;
      const title = [name, step, channel, language].filter((word) => word !== null).join(' ');
      return [`  ${title}${why}`, ...differenceOf(message).map((line) => `    ${line}`)];
    });
  });
  return lines.length > 0 ? `Messages that change:\n${lines.join('\n')}` : undefined;
}

function differenceOf({ before, after }: ChangedMessage): string[] {
  if (before === undefined || after === undefined) return [];
  const lines = [
    ...lineDiff(`Subject: ${before?.subject ?? ''}`, `Subject: ${after?.subject ?? ''}`),
    ...lineDiff(before?.text ?? '', after?.text ?? ''),
    ...lineDiff(tagLines(before?.html), tagLines(after?.html)),
  ];
  if (before === null || after === null)
    return [after === null ? 'It can no longer be rendered, or is gone.' : 'It is new.'];
  if (lines.length === 0) return ['With the first example of the event, it stays the same.'];
  const more = lines.length - MOST_LINES;
  return more <= 0 ? lines : [...lines.slice(0, MOST_LINES), `… and ${more} more lines, shown with --json`];
}

/** HTML with one tag a line: that of MJML has long lines. */
const tagLines = (html: string | null | undefined): string => (html ?? '').replace(/>\s*</g, '>\n<');
