import { isUnsubscribeUrl } from '../../core/preferences/links';

/** A header line has 998 characters at most (RFC 5322 section 2.1.1), and a URL cannot be folded. */
const LONGEST_URL = 900;
/**
 * Returns the headers of one-click unsubscribing (RFC 8058 section 3.1), none without a URL, null if the URL is not fit
 * for them. Mailbox providers ignore them unless the sender's DKIM signature covers them. Programs without one-click use the
 * second address, a `mailto:` (RFC 2369 section 3.2).
 */
export function unsubscribeHeaders(url: string | undefined, mail?: string): Record<string, string> | null {
  if (url === undefined || url === '') return {};
  if (!URL.canParse(url)) return null;
  // The parser's form has neither spaces nor brackets nor characters beyond ASCII.
  const { href } = new URL(url);
  if (!isUnsubscribeUrl(href) || href.length > LONGEST_URL) return null;
  const addresses = [href, ...(mail === undefined ? [] : [mail])];
  return {
    'List-Unsubscribe': addresses.map((address) => `<${address}>`).join(', '),
    // Only https may have it.
    ...(href.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}
