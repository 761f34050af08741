import { contentIdsIn } from '../../sending/inline-images';
import type { TemplateProblem } from '../templates/check-template';
import type { Path } from './problem';
import type { FileTemplates } from './shape';
import { keyOf } from './expand-templates';
import { type Checks, different, keyedText, type Marked, problemsOf } from './template-problems';
import { quotedPath } from './issues';

/**
 * Returns a warning for each `cid:` in an e-mail that none of its attachments has, and for each content id that its HTML
 * does not show. An id with an expression is known at the send only.
 */
export function inlineImageWarnings(templates: FileTemplates, at: Path, checks: Checks): Marked[] {
  const warnings = Object.entries(templates.email ?? {}).flatMap(([language, template]) => {
    const { from = language, expanded } = checks.variants.get(keyOf([...at, 'email', language])) ?? {};
    const path = [...at, 'email', from];
    const key = template.mjml === undefined ? 'html' : 'mjml';
    const source = template[key] ?? '';
    const ids = (template.attachments ?? []).map(({ contentId }) => contentId);
    const missing = (text: string): TemplateProblem[] =>
      text.split('\n').flatMap((line, index) =>
        contentIdsIn(line)
          .filter((id) => !id.includes('{{') && !ids.includes(id))
          .map((id) => ({
            ...{ line: index + 1, column: line.indexOf(`cid:${id}`), isWarning: true },
            message: `shows cid:${id}, and no attachment has "content_id: ${id}"`,
          })),
      );
    const shown = contentIdsIn(source);
    const isKnown = shown.every((id) => !id.includes('{{'));
    const unused = ids.flatMap((id, index): Marked[] => {
      if (id === undefined || !isKnown || shown.includes(id)) return [];
      const place = [...path, 'attachments', index, 'content_id'];
      const message = `${quotedPath(place)}: no <img src="cid:${id}"> shows it, so most mail programs list it as a file`;
      return [{ isWarning: true, line: checks.yaml.lineOf(place), message }];
    });
    return [...problemsOf(missing, keyedText(source, [...path, key], { ...checks, expanded })), ...unused];
  });
  return different(warnings);
}
