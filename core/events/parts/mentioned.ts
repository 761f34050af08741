import { mentionsTexts } from '../translations/text-calls';
import { isPageTexts, isTranslation, type Part } from './part';

const MENTIONS = /\{\{~?>\s*["'[]?([\w-]+)|\blayout["']?\s*:\s*["']?([\w-]+)/g;

/** Whether a file may use a layout, partial or translation. */
export const mentionsParts = (content: string): boolean =>
  namesIn(content).size > 0 || mentionsTexts(content);

/** Maximum number of characters of all parts that go with each file that uses one. */
const MOST_TOGETHER = 256 * 1024;

/** Returns what a file may use. If that is little, it is all, so that a mistyped name can be compared with those that there are. */
export function partsFor(content: string, parts: readonly Part[]): readonly Part[] {
  if (!mentionsParts(content)) return [];
  const size = parts.reduce((sum, one) => sum + one.content.length, 0);
  return size <= MOST_TOGETHER ? parts : mentionedParts([content], parts);
}

/** Returns the parts that these texts may use, also through other parts. Some may be too many. */
export function mentionedParts(contents: readonly string[], parts: readonly Part[]): Part[] {
  const found = new Set<Part>();
  let texts = contents;
  while (texts.length > 0) {
    const names = new Set(texts.flatMap((text) => [...namesIn(text)]));
    const hasTexts = texts.some(mentionsTexts);
    const more = parts.filter(
      (part) =>
        (isTranslation(part) ? hasTexts : names.has(part.name) && !isPageTexts(part)) && !found.has(part),
    );
    for (const part of more) found.add(part);
    texts = more.map(({ content }) => content);
  }
  return parts.filter((part) => found.has(part));
}

const namesIn = (content: string): Set<string> =>
  new Set([...content.matchAll(MENTIONS)].map(([, partial, layout]) => partial ?? layout ?? ''));
