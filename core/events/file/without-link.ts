import { LINK_VARIABLES, mentionsLink } from '../../preferences/links';
import { quotedPath } from './issues';
import type { Found } from './problem';
import type { FileTemplates } from './shape';
import type { PlacedTemplates } from './template-problems';
import type { YamlSource } from './yaml-source';

const [NAME] = LINK_VARIABLES;

/** Returns a problem for each e-mail template in which nothing unsubscribes (PREFERENCE-34). `whole`: with their layouts. */
export function withoutLink(
  sets: readonly PlacedTemplates[],
  whole: ReadonlyMap<FileTemplates, FileTemplates>,
  yaml: YamlSource,
): Found[] {
  return sets.flatMap(({ templates, path }) =>
    Object.entries((whole.get(templates) ?? templates).email ?? {}).flatMap(([language, template]) => {
      if (mentionsLink(JSON.stringify(template), [NAME])) return [];
      const at = [...path, 'email', language];
      const why = `has no {{${NAME}}}, which a bulk e-mail must show: an address that unsubscribes`;
      return [{ line: yaml.lineOf(at), message: `${quotedPath(at)} ${why}` }];
    }),
  );
}
