import { randomBytes } from 'node:crypto';
import type { Response } from 'express';
import { directionOf } from '../../core/events/translations/direction';
import { escapeHtml } from '../../core/shared/escape-html';
import { buttonColours } from './colours';

/** How a page looks: in the name of whom, in which language. */
export interface Look {
  language: string;
  /** Name of the sender; absent: the page must not say whose it is. */
  name?: string;
  /** Address of its logo. */
  logo?: string;
  /** Its colour, `#1d4ed8`. */
  colour?: string;
}

/** A page without its frame. Its HTML is escaped. */
export interface Page {
  status: number;
  title: string;
  html: string;
}

/** Answers with a page. It has no scripts, asks no other host but that of the logo, and is kept nowhere (PREFERENCE-40). */
export function sendPage(response: Response, look: Look, { status, title, html }: Page): void {
  const nonce = randomBytes(12).toString('base64');
  const logo = httpsOnly(look.logo);
  // An empty icon keeps browsers from asking for another one.
  const images = ['data:', ...(logo === undefined ? [] : [new URL(logo).origin])].join(' ');
  response
    .status(status)
    .set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src ${images}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex, nofollow',
    })
    .type('html')
    .send(documentOf({ ...look, logo }, { title, html }, nonce));
}

function documentOf(
  { language, name, logo, colour }: Look,
  { title, html }: Omit<Page, 'status'>,
  nonce: string,
): string {
  const { background, text } = buttonColours(colour);
  const image =
    logo && `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name ?? '')}" referrerpolicy="no-referrer">`;
  const head = image ?? (name === undefined ? '' : `<p class="name"><bdi>${escapeHtml(name)}</bdi></p>`);
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(name === undefined ? title : `${title} · ${name}`)}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">:root { --button: ${background}; --button-text: ${text}; }
${STYLE}</style>
</head>
<body>
${head === '' ? '' : `<header>${head}</header>`}
<main>
<h1>${escapeHtml(title)}</h1>
${html}
</main>
</body>
</html>
`;
}

/** A logo without TLS would not be shown, or would tell others what is read. */
const httpsOnly = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address) && new URL(address).protocol === 'https:'
    ? new URL(address).href
    : undefined;

const STYLE = `:root { color-scheme: light dark; --text: #1f2328; --quiet: #57606a; --back: #ffffff; --line: #d0d7de; --done: #e8f5ea; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --quiet: #9aa5b1; --back: #14181d; --line: #3a424c; --done: #173a22; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 40rem; padding: 1.5rem 1rem 3rem; background: var(--back); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
header img { max-height: 3rem; max-width: 12rem; }
header .name { margin: 0; font-weight: 600; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 1.5rem 0 .5rem; }
p { margin: .5rem 0; }
.quiet { color: var(--quiet); }
.done { background: var(--done); border-radius: .5rem; padding: .75rem 1rem; }
fieldset { border: 1px solid var(--line); border-radius: .5rem; margin: 1rem 0; padding: .75rem 1rem; min-width: 0; }
legend { float: left; width: 100%; margin-bottom: .25rem; padding: 0; font-weight: 600; }
legend + * { clear: both; }
fieldset p { margin: 0 0 .5rem; }
.switches { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; }
label { display: inline-flex; align-items: center; gap: .5rem; min-height: 2.75rem; cursor: pointer; }
label.fixed { cursor: default; }
input[type=checkbox] { width: 1.25rem; height: 1.25rem; margin: 0; flex: none; }
button, a.button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: .5rem;
  border: 1px solid var(--line); background: transparent; color: var(--text); cursor: pointer; }
button.main { background: var(--button); color: var(--button-text); border-color: var(--button); }
:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0; }
a { color: inherit; display: inline-block; padding: .625rem 0; }`;
