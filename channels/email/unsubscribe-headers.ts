/** A header line has 998 characters at most (RFC 5322 section 2.1.1), and a URL cannot be folded. */
const LONGEST_URL = 900;

/**
 * Returns the headers of one-click unsubscribing (RFC 8058 section 3.1), none without a URL, null if the URL is not fit
 * for them. Mailbox providers ignore them unless the sender's DKIM signature covers them.
 */
export function unsubscribeHeaders(url: string | undefined): Record<string, string> | null {
  if (url === undefined || url === '') return {};
  if (!URL.canParse(url)) return null;
  // The parser's form has neither spaces nor brackets nor characters beyond ASCII.
  const { href, protocol } = new URL(url);
  if (protocol !== 'https:' || href.length > LONGEST_URL) return null;
  return { 'List-Unsubscribe': `<${href}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
