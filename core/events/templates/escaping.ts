/** How values are escaped for a place of a channel. */
export interface Escape {
  /** Unique among all. */
  name: string;
  /** Returns a value as text that has no meaning of its own there. */
  escape(text: string): string;
}

/** How inserted values are escaped: for HTML, not at all (subjects, plain text, addresses), or as a channel needs it. */
export type EscapingMode = 'html' | 'text' | Escape;

/** Escapes for a part of a URL (RFC 3986 section 2.1). */
export const ADDRESS: Escape = {
  name: 'address',
  escape: (text) => encodeURIComponent(text.toWellFormed()),
};

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns the HTML entity of `&`, `<`, `>` or `"`. */
export const entity = (character: string): string => ENTITIES[character] ?? character;
