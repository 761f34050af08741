import Handlebars from 'handlebars';
import { LRUCache } from 'lru-cache';
import { checkTemplate } from './check-template';
import { TemplateError } from './template-error';

/** `html` escapes what it inserts, `text` (subjects, plain text) does not. */
export type EscapingMode = 'html' | 'text';

export type CompiledTemplate = (data: unknown) => string;

const environments = { html: Handlebars.create(), text: Handlebars.create() } as const;
for (const environment of Object.values(environments)) environment.unregisterHelper('log');

const compiled = new LRUCache<string, CompiledTemplate>({
  max: 2_000,
  // Characters of source; keeps many huge templates from filling the memory of a worker.
  maxSize: 16_000_000,
  sizeCalculation: (_template, key) => key.length,
});

/** Compiles a template, or takes it from the cache. Throws TemplateError where it is broken. */
export function compileTemplate(source: string, mode: EscapingMode): CompiledTemplate {
  const key = `${mode}:${source}`;
  const known = compiled.get(key);
  if (known) return known;
  const problem = checkTemplate(source);
  if (problem) throw new TemplateError(`line ${problem.line}: ${problem.message}`);
  const template = compile(source, mode);
  compiled.set(key, template);
  return template;
}

function compile(source: string, mode: EscapingMode): CompiledTemplate {
  const delegate = environments[mode].compile<unknown>(source, {
    noEscape: mode === 'text',
    knownHelpersOnly: true,
    // Names that Handlebars would take for helpers although ours are fewer: here they are variables.
    knownHelpers: { log: false, helperMissing: false, blockHelperMissing: false },
  });
  return (data) =>
    delegate(data, {
      allowProtoPropertiesByDefault: false,
      allowProtoMethodsByDefault: false,
      allowCallsToHelperMissing: false,
    });
}
