import Handlebars from 'handlebars';
import { LRUCache } from 'lru-cache';
import { boundLoops, type LoopBudget, newLoopBudget } from './bounded-loops';
import { checkTemplate } from './check-template';
import type { EscapingMode } from './escaping';
import { HELPERS, type HelperContext, type HelperOptions, type HelperValue } from './helpers';
import { ESCAPE, PRINT, prepareTemplate } from './prepare-template';
import { TemplateError } from './template-error';

export type CompiledTemplate = (data: unknown, context: HelperContext) => string;

/** What helpers know of a rendering. It is not in Handlebars' data, because templates read that (`@name`). */
interface Rendering {
  context: HelperContext;
  budget: LoopBudget;
}

/** A rendering makes no pause, so there is one at a time. */
let inProgress: Rendering | undefined;

function rendering(): Rendering {
  if (!inProgress) throw new Error('a helper runs outside of a rendering');
  return inProgress;
}

const environments = new Map<EscapingMode, typeof Handlebars>();

/** Compiled templates keep their place's environment, which holds its helpers. */
function environmentOf(mode: EscapingMode): typeof Handlebars {
  const known = environments.get(mode);
  if (known) return known;
  const environment = Handlebars.create();
  environment.unregisterHelper('log');
  boundLoops(environment, () => rendering().budget);
  for (const [name, { run }] of HELPERS) {
    environment.registerHelper(name, (...given: unknown[]) => {
      const options = given.pop() as { hash: HelperOptions };
      return run(given as HelperValue[], options.hash, rendering().context);
    });
  }
  const escape = typeof mode === 'string' ? print : mode.escape;
  environment.registerHelper(ESCAPE, (value: unknown) => escape(print(value)));
  environment.registerHelper(PRINT, print);
  environments.set(mode, environment);
  return environment;
}

const print = (value: unknown): string => (value === undefined || value === null ? '' : `${value as string}`);

/** Measured size of the compiled code of an expression. */
const BYTES_OF_EXPRESSION = 3000;

const compiled = new LRUCache<string, CompiledTemplate>({
  max: 2_000,
  // Bytes, estimated; keeps many huge templates from filling the memory of a process or of a thread.
  maxSize: 64_000_000,
  sizeCalculation: (_template, key) => 2 * key.length + BYTES_OF_EXPRESSION * key.split('{{').length,
});

/** Compiles a template, or returns it from the cache. Throws TemplateError if it is broken. */
export function compileTemplate(source: string, mode: EscapingMode): CompiledTemplate {
  const key = `${typeof mode === 'string' ? mode : mode.name}:${source}`;
  const known = compiled.get(key);
  if (known) return known;
  const problem = checkTemplate(source);
  if (problem) throw new TemplateError(`line ${problem.line}: ${problem.message}`);
  const template = compile(source, mode);
  compiled.set(key, template);
  return template;
}

const KNOWN = Object.fromEntries([...HELPERS.keys(), ESCAPE, PRINT].map((name) => [name, true]));

function compile(source: string, mode: EscapingMode): CompiledTemplate {
  const isHtml = mode === 'html';
  const delegate = environmentOf(mode).compile<unknown>(prepareTemplate(source, { isHtml }), {
    noEscape: !isHtml,
    knownHelpersOnly: true,
    // Names of Handlebars' own helpers that are variables here.
    knownHelpers: { ...KNOWN, log: false, helperMissing: false, blockHelperMissing: false },
  });
  return (data, context) => {
    inProgress = { context, budget: newLoopBudget() };
    try {
      return delegate(data, {
        allowProtoPropertiesByDefault: false,
        allowProtoMethodsByDefault: false,
        allowCallsToHelperMissing: false,
      });
    } finally {
      inProgress = undefined;
    }
  };
}
