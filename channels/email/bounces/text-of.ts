import type { ParsedMail } from 'mailparser';

/** Maximum number of characters of HTML that are read. */
const MAX_HTML = 64 * 1024;
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ', '#39': "'" };

/** Returns what a mail says to people: its plain text, else its HTML without the markup. */
export function textOf({ text = '', html }: ParsedMail): string {
  if (text.trim() !== '' || !html) return text;
  return html
    .slice(0, MAX_HTML)
    .replace(/<(?:br|\/p|\/div|\/tr|\/td|\/li|\/h\d)[^<>]{0,200}>/gi, '\n')
    .replace(/<[^<>]{0,2000}>/g, ' ')
    .replace(/&(lt|gt|amp|quot|nbsp|#39);/g, (_entity, name: string) => ENTITIES[name] ?? ' ');
}
