import { escapeHtml } from '../../../core/shared/escape-html';
import type { InboxEntry } from '../../../store/sending/inbox';

const STYLE = `
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  details { border-top: 1px solid #8884; padding: .5rem 0; }
  summary { cursor: pointer; display: flex; gap: 1rem; flex-wrap: wrap; }
  summary b { flex: 1; }
  summary span, p { color: #777; }
  iframe { width: 100%; height: 20rem; border: 1px solid #8884; background: #fff; }
  pre { white-space: pre-wrap; }
`;

/** Returns the caught messages as a page. A mail's own HTML is in a frame that runs no scripts and loads nothing. */
export function inboxPage(entries: InboxEntry[]): string {
  const messages = entries.map(message).join('\n') || '<p>Nothing was caught yet.</p>';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Heliograph inbox</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${STYLE}</style></head>
<body><h1>Inbox</h1><p>All messages that were sent on this machine. None was delivered.</p>
${messages}</body></html>`;
}

function message(entry: InboxEntry): string {
  const title = entry.subject ?? entry.rich?.title ?? entry.text?.slice(0, 80) ?? '(no subject)';
  const facts = [entry.to, `${entry.environment} ${entry.channel}`, entry.receivedAt.toISOString()];
  const html = entry.html ? `<iframe sandbox srcdoc="${escapeHtml(entry.html)}"></iframe>` : '';
  const text = entry.text ? `<pre>${escapeHtml(entry.text)}</pre>` : '';
  const names = entry.rich?.attachments?.map(({ filename }) => escapeHtml(filename)) ?? [];
  const files = names.length > 0 ? `<p>Attached: ${names.join(', ')}</p>` : '';
  return `<details><summary><b>${escapeHtml(title)}</b>${facts.map((fact) => `<span>${escapeHtml(fact)}</span>`).join('')}</summary>
<p>From ${escapeHtml(entry.from)}</p>${html}${text}${files}</details>`;
}
