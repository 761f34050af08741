import { compile } from 'html-to-text';
import type { HttpAnswer } from './http-answer';

/** Characters of a provider's words that are kept. */
const LONGEST = 500;
/** Of a gateway's. */
const LONGEST_OF_GATEWAY = 200;
/** Characters of a web page that are read for them. */
const READ_OF_PAGE = 8 * 1024;

/** Compiled once. Pages that nest deeper than the limit show no more than is above it. */
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
 * A provider's words as operators see them: on one line, of bounded length, without `secrets` (credentials, tokens),
 * which providers quote in their answers (Graph API: "Malformed access token …").
 */
export function operatorWords(words: string, secrets: readonly string[]): string {
  const line = hide(words, secrets)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

const hide = (words: string, secrets: readonly string[]): string =>
  secrets.reduce((text, secret) => (secret ? text.replaceAll(secret, '***') : text), words);

/**
 * An answer as operators see it: status, the provider's code and the first line of its words. Later lines are left
 * out, since a provider that could not check a signature repeats there what was signed.
 */
export function answerWords(
  status: number,
  { code, words, secrets }: { code?: string | number; words?: string; secrets: readonly string[] },
): string {
  const first = words?.split(/[\r\n]/, 1)[0];
  const head = [status, code].filter((part) => part !== undefined).join(' ');
  return operatorWords(first ? `${head}: ${first}` : head, secrets);
}

/** What something between us and the provider said, as operators see it: status, and the text of its page. */
export function gatewayWords({ status, body }: HttpAnswer, secrets: readonly string[]): string {
  const page = operatorWords(textOfPage(hide(body, secrets).slice(0, READ_OF_PAGE)), secrets);
  const said = page.slice(0, LONGEST_OF_GATEWAY);
  return `${status} in a form that is not the provider's (a gateway or proxy?)${said && `: ${said}`}`;
}
