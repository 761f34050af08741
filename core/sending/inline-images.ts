/** Matches the content id of each `cid:` address in an attribute or in CSS (RFC 2392). */
const CID = /[=("']\s*cid:([^"'()\s<>]+)/gi;

/** Returns the content ids that HTML shows, each once, in the order of the HTML. In a template they may have expressions. */
export const contentIdsIn = (html: string): string[] => [
  ...new Set([...html.matchAll(CID)].map(([, id = '']) => id.replaceAll(/%40/g, '@'))),
];
