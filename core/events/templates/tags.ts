/** Returns where a tag that begins at `start` ends. Braces in its texts do not end it. */
export function tagEnd(text: string, start: number): number {
  const tag = /\{\{(?:"(?:\\"|[^"])*"|'(?:\\'|[^'])*'|[^"'}]|\}(?!\}))*\}\}/y;
  tag.lastIndex = start;
  return tag.test(text) ? tag.lastIndex : text.indexOf('}}', start) + 2;
}

/**
 * Returns a text with another one in place of each tag that has quotes, and how to put the tags back. Within an attribute
 * such a tag would end it. Lines keep their numbers.
 */
export function setAside(text: string): { text: string; restore: (made: string) => string } {
  const tags: string[] = [];
  let made = '';
  let at = 0;
  for (let start = text.indexOf('{{'); start !== -1; start = text.indexOf('{{', at)) {
    const end = Math.max(tagEnd(text, start), start + 2);
    const tag = text.slice(start, end);
    made += text.slice(at, start) + (/["']/.test(tag) ? aside(tags.push(tag) - 1, tag) : tag);
    at = end;
  }
  made += text.slice(at);
  return {
    text: made,
    restore: (result) =>
      result.replace(/\{\{@aside-(\d+)\s*\}\}/g, (all, index: string) => tags[Number(index)] ?? all),
  };
}

const aside = (index: number, tag: string): string => `{{@aside-${index}${tag.replace(/[^\n]/g, '')}}}`;
