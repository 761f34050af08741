import { Engine } from 'mrml';

let engine: Engine | undefined;

/**
 * HTML of an MJML document, Handlebars expressions untouched; or why there is none. Files cannot be included, so a
 * document reads nothing but itself.
 */
export function mjmlToHtml(source: string): { ok: true; html: string } | { ok: false; problem: string } {
  engine ??= new Engine();
  const result = engine.toHtml(source);
  if (result.type === 'success') return { ok: true, html: result.content };
  return { ok: false, problem: result.message };
}
