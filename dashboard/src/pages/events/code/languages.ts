import { html } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import type { Extension } from '@codemirror/state';

/** What a code editor knows the syntax of. */
export type CodeLanguage = 'yaml' | 'html' | 'json' | 'text';

/** Returns the syntax of a language. */
export function syntaxOf(language: CodeLanguage): Extension {
  switch (language) {
    case 'yaml':
      return yaml();
    case 'html':
      // Templates close tags within blocks, which a stricter parser would mark as wrong.
      return html({ matchClosingTags: false });
    case 'json':
      return json();
    case 'text':
      return [];
  }
}
