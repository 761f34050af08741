import { compile } from 'html-to-text';
import type { HttpAnswer } from './http-answer';

/** Maximum number of characters kept of a provider's text. */
const LONGEST = 500;
/** Maximum number of characters kept of a gateway's text. */
const LONGEST_OF_GATEWAY = 200;
/** Characters of a web page that are read. */
const READ_OF_PAGE = 8 * 1024;

/** Compiled once. Text below the maximum depth is left out. */
const textOfPage = compile({
  wordwrap: false,
  limits: { maxDepth: 100, ellipsis: '' },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/**
 * Returns a provider's text as operators see it: on one line, of bounded length, without `secrets` (credentials, tokens).
 * Providers quote them in their answers (Graph API: "Malformed access token …").
 */
export function redact(text: string, secrets: readonly string[]): string {
  const line = hide(text, secrets)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

const hide = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => (secret ? rest.replaceAll(secret, '***') : rest), text);

/**
 * Returns an answer as operators see it: status, the provider's code and the first line of its text. Later lines are left
 * out, because a provider that could not check a signature repeats there what was signed.
 */
export function describeAnswer(
  status: number,
  { code, text, secrets }: { code?: string | number; text?: string; secrets: readonly string[] },
): string {
  const first = text?.split(/[\r\n]/, 1)[0];
  const head = [status, code].filter((part) => part !== undefined).join(' ');
  return redact(first ? `${head}: ${first}` : head, secrets);
}

/** Returns the answer of a gateway or proxy as operators see it: status, and the text of its page. */
export function gatewayResponse({ status, body }: HttpAnswer, secrets: readonly string[]): string {
  const page = redact(textOfPage(hide(body, secrets).slice(0, READ_OF_PAGE)), secrets);
  const shown = page.slice(0, LONGEST_OF_GATEWAY);
  return `${status} in a form that is not the provider's (a gateway or proxy?)${shown && `: ${shown}`}`;
}
