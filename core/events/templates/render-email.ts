import { compile } from 'html-to-text';
import { newId } from '../../shared/ids';
import type { Fill, Place } from './fill';
import { TemplateError } from './template-error';

/** The templates of an e-mail's texts. */
interface EmailTexts {
  subject?: string;
  html?: string;
  text?: string;
  preheader?: string;
}

/** Renders subject, HTML and plain text of an e-mail. Without `text` the plain text is made from the HTML. */
export function renderEmail(
  template: EmailTexts,
  fill: Fill,
  onPlace?: (place: Place) => void,
): { subject?: string; html?: string; text?: string } {
  const { subject, html: source, text: plain, preheader } = template;
  const body = source === undefined ? undefined : fill('html', source, 'html');
  const text = plain === undefined ? body && textFromHtml(body, onPlace) : fill('text', plain, 'text');
  const shown = preheader === undefined ? '' : fill('preheader', preheader, 'html').trim();
  const html = body !== undefined && shown !== '' ? withPreheader(body, shown) : body;
  return {
    ...(subject !== undefined && { subject: oneLine(fill('subject', subject, 'text')) }),
    ...(html !== undefined && { html }),
    ...(text !== undefined && { text }),
  };
}

/** Maximum number of characters of a subject, also of an override. Providers refuse longer ones. */
const LONGEST_SUBJECT = 998;

/** Removes line breaks and other control characters, because a subject becomes a header. Cuts a subject that is too long. */
function oneLine(subject: string): string {
  const line = subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return line.length <= LONGEST_SUBJECT ? line : `${line.slice(0, LONGEST_SUBJECT - 1).replace(HALF, '')}…`;
}

/** The first half of a surrogate pair whose second half was cut off. */
const HALF = /[\ud800-\udbff]$/;

/** Keeps an inbox from showing the beginning of the mail after a short preheader. */
const FILLER = '&#847;&zwnj;&nbsp;'.repeat(80);

/** The preheader as the first, hidden text of the body. */
function withPreheader(html: string, shown: string): string {
  const hidden = `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${shown}${FILLER}</div>`;
  const body = /<body(?=[\s/>])/i.exec(html);
  const end = body ? html.indexOf('>', body.index) : -1;
  return end === -1 ? hidden + html : html.slice(0, end + 1) + hidden + html.slice(end + 1);
}

/** Maximum nesting of elements. Deeper ones would exhaust the stack of the library. */
const MOST_DEPTH = 500;
/** Marks where the library leaves out deeper elements. No template and no data contains it. */
const TOO_DEEP = `too-deep-${newId()}`;

/** Compiled once, because otherwise the library reads its options and selectors for every mail. */
const convertHtml = compile({
  wordwrap: false,
  limits: { maxDepth: MOST_DEPTH, ellipsis: TOO_DEEP },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

function textFromHtml(html: string, onPlace?: (place: Place) => void): string {
  const place = 'email text from its html';
  onPlace?.(place);
  const text = convertHtml(html);
  if (!text.includes(TOO_DEEP)) return text.trim();
  throw new TemplateError(
    `${place}: the elements are nested more than ${MOST_DEPTH} deep; give the template a "text"`,
  );
}
