import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import type { Names } from './names';

/** Returns what completes the names in tags, `{{ }}`. Outside of tags it says nothing. */
export const tagCompletions =
  (names: () => Pick<Names, 'variables' | 'helpers'>): CompletionSource =>
  (context) =>
    complete(context, names());

/** Returns what completes the name of a category in the file of an event. */
export const categoryCompletions =
  (categories: () => readonly string[]): CompletionSource =>
  ({ state, pos }) => {
    const { from, text } = state.doc.lineAt(pos);
    const [, word] = /^category:\s+["']?([\w-]*)$/.exec(text.slice(0, pos - from)) ?? [];
    if (word === undefined) return null;
    const options = categories().map((label) => ({ label, type: 'constant' }));
    return { from: pos - word.length, validFor: /^[\w-]*$/, options };
  };

function complete(
  context: CompletionContext,
  { variables, helpers }: Pick<Names, 'variables' | 'helpers'>,
): CompletionResult | null {
  const { from, text } = context.state.doc.lineAt(context.pos);
  const before = text.slice(0, context.pos - from);
  const open = before.lastIndexOf('{{');
  if (open === -1 || before.indexOf('}}', open) !== -1) return null;
  const word = /[#/@\w.-]*$/.exec(before)?.[0] ?? '';
  if (word === '' && !context.explicit && !/\{\{\{?$/.test(before)) return null;
  const isBlock = word.startsWith('#') || word.startsWith('/');
  return {
    from: context.pos - word.length,
    validFor: /^[#/@\w.-]*$/,
    options: isBlock
      ? helpers
          .filter(({ block }) => block)
          .map(({ name }) => ({ label: `${word[0]}${name}`, type: 'keyword', detail: 'block' }))
      : [
          ...variables.map((label, index) => ({ label, type: 'variable', boost: 50 - Math.min(index, 49) })),
          ...helpers
            .filter(({ block }) => !block)
            .map(({ name, options }) => ({
              label: name,
              type: 'function',
              detail: options.length > 0 ? `helper: ${options.join(', ')}` : 'helper',
              boost: -50,
            })),
        ],
  };
}
