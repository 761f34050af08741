import { CHANNEL_ROWS, type Channel } from '../channels/table';
import { escapeHtml } from '../core/shared/escape-html';
import type { RichContent } from '../core/sending/rich-content';
import type { RenderedDetails } from './answers';

/** A message of an event as a send renders it. */
export interface Preview {
  channel: Channel;
  /** '' if the event's own templates are used. */
  step: string;
  rendered: RenderedDetails;
}

/** Widths of an e-mail, CSS pixels: in a mail program, and on a phone. */
const WIDTHS = [640, 360];

const STYLE = `
  :root { color-scheme: light dark; }
  * { box-sizing: border-box; }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 66rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
  nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
  section { border-top: 1px solid #8886; margin-top: 2rem; padding-top: .5rem; }
  h1 { font-size: 1.5rem; margin: 0; }
  h2 { font-size: 1.1rem; margin: .5rem 0; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .5rem 0; }
  dt, figcaption, .note { color: #777; }
  dd { margin: 0; }
  .widths { display: flex; flex-wrap: wrap; gap: 1rem; }
  figure { margin: 0; max-width: 100%; overflow: auto; }
  iframe { display: block; height: 36rem; resize: vertical; border: 1px solid #8886; border-radius: 6px; background: #fff; color-scheme: light; }
  .bubble { white-space: pre-wrap; display: inline-block; max-width: min(24rem, 100%); padding: .6rem .9rem; border-radius: 1rem; background: #8882; margin: 0; font: inherit; }
  pre { white-space: pre-wrap; background: #8881; padding: .75rem; border-radius: 6px; margin: .5rem 0; }
`;

/**
 * Returns the previews as one page that needs no other file. The HTML of an e-mail is in frames that run no script. The page
 * itself runs none, and loads nothing but the pictures of e-mails.
 */
export function previewPage(event: string, previews: Preview[]): string {
  const title = escapeHtml(event);
  const links = previews.map((one, index) => `<a href="#m${index}">${escapeHtml(nameOf(one))}</a>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; form-action 'none'; base-uri 'none'">
<style>${STYLE}</style></head>
<body><h1>${title}</h1><p class="note">As a send renders it. Nothing was sent.</p>
<nav>${links.join('')}</nav>
${previews.map((one, index) => section(one, `m${index}`)).join('\n')}
</body></html>
`;
}

const nameOf = ({ channel, step, rendered }: Preview): string =>
  [channel, rendered.language, ...(step === '' ? [] : [`step ${step}`])].join(', ');

function section(preview: Preview, id: string): string {
  const { from, subject, rich } = preview.rendered;
  const { segments, price, title, ...more } = JSON.parse(rich ?? '{}') as RichContent;
  const facts = {
    From: from,
    Subject: subject,
    Title: title,
    ...(segments && { Segments: `${segments.count} (${segments.encoding})` }),
    ...(price && { 'Expected price': `${price.amount} ${price.currency}` }),
  };
  const rows = Object.entries(facts).flatMap(([name, value]) =>
    typeof value === 'string' ? [`<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`] : [],
  );
  const rest =
    Object.keys(more).length > 0
      ? `<details><summary>Other content</summary><pre>${escapeHtml(JSON.stringify(more, null, 2))}</pre></details>`
      : '';
  return `<section id="${id}"><h2>${escapeHtml(nameOf(preview))}</h2><dl>${rows.join('')}</dl>${content(preview)}${rest}</section>`;
}

function content({ channel, rendered: { html, text } }: Preview): string {
  const plain = typeof text === 'string' ? escapeHtml(text.trimEnd()) : '';
  if (typeof html === 'string') {
    const frames = WIDTHS.map(
      (width) =>
        `<figure><iframe sandbox title="E-mail, ${width} pixels wide" style="width:${width}px" srcdoc="${escapeHtml(html)}"></iframe><figcaption>${width} pixels wide</figcaption></figure>`,
    );
    return `<div class="widths">${frames.join('')}</div><details><summary>Plain text</summary><pre>${plain}</pre></details>`;
  }
  return CHANNEL_ROWS[channel].preview === 'mail' ? `<pre>${plain}</pre>` : `<p class="bubble">${plain}</p>`;
}
