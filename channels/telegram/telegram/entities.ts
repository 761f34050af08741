type ParseMode = 'HTML' | 'MarkdownV2';

/**
 * Returns the number of entities (bold, links, code, …) that the markup of a text makes (core.telegram.org/bots/api,
 * Formatting options). Links and mentions that Telegram finds by itself do not count.
 */
export const countEntities = (text: string, mode: ParseMode): number =>
  mode === 'HTML' ? countTags(text) : countMarks(text);

/** A `<code>` that begins a `<pre>` names its language and is no entity of its own. A `<` that is no tag is written `&lt;`. */
const countTags = (html: string): number =>
  (html.replaceAll(/<pre>\s*<code\b/gi, '<pre').match(/<[a-z]/gi) ?? []).length;

/** In this order, because a longer mark is not two shorter ones. An escaped character is no mark. */
const MARK =
  /\\[\s\S]|```[\s\S]*?(?:```|$)|`(?:\\[\s\S]|[^`\\])*`?|\]\((?:\\[\s\S]|[^)\\])*\)|!?\[|\|\||__|[_*~]/g;

function countMarks(markdown: string): number {
  const open = new Set<string>();
  let count = countQuotes(markdown);
  for (const [mark] of markdown.matchAll(MARK)) {
    if (mark.startsWith('\\') || mark.startsWith('](')) continue;
    if (mark.startsWith('`') || mark.endsWith('[')) count += 1;
    else if (open.delete(mark)) continue;
    else {
      open.add(mark);
      count += 1;
    }
  }
  return count;
}

/** Lines that begin with `>` are one quote until a line that does not. */
const countQuotes = (markdown: string): number =>
  markdown
    .split('\n')
    .filter((line, index, lines) => /^(?:\*\*)?>/.test(line) && !/^(?:\*\*)?>/.test(lines[index - 1] ?? ''))
    .length;
