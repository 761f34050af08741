import Handlebars from 'handlebars';
import { remember } from '../../shared/remember';
import { boundLoops, type LoopBudget, newLoopBudget } from './bounded-loops';
import { checkTemplate } from './check-template';
import type { EscapingMode } from './escaping';
import { HELPERS, type HelperContext, type HelperOptions, type HelperValue } from './helpers';
import { formatMessage } from '../translations/format-message';
import { directionOf } from '../translations/direction';
import { ESCAPE, LET, MESSAGE, PRINT, prepareTemplate, RAW_MESSAGE } from './prepare-template';
import { TemplateError } from './template-error';

type CompiledTemplate = (data: unknown, context: HelperContext) => string;

/** What helpers know of a rendering, in Handlebars' data. No template reads it there (DATA_NAMES). */
interface Rendering {
  context: HelperContext;
  budget: LoopBudget;
}

const renderingOf = ({ data }: { data?: unknown }): Rendering => (data as { rendering: Rendering }).rendering;

const nameOf = (mode: EscapingMode): string => (typeof mode === 'string' ? mode : mode.name);

/** Compiled templates keep their place's environment, which holds its helpers. */
const environmentOf = remember<typeof Handlebars, EscapingMode>({ max: 100 }, (_name, mode) => {
  const environment = Handlebars.create();
  environment.unregisterHelper('log');
  boundLoops(environment, (options) => renderingOf(options).budget);
  for (const [name, { run }] of HELPERS) {
    environment.registerHelper(name, (...given: unknown[]) => {
      const options = given.pop() as { hash: HelperOptions; data?: unknown };
      return run(given as HelperValue[], options.hash, renderingOf(options).context);
    });
  }
  const escape = typeof mode === 'string' ? print : mode.escape;
  environment.registerHelper(ESCAPE, (value: unknown) => escape(print(value)));
  environment.registerHelper(PRINT, print);
  const message =
    (escapeValue: (text: string) => string) =>
    (...given: unknown[]): string => {
      const { hash, ...options } = given.pop() as { hash: HelperOptions; data?: unknown };
      const [text, language] = given as HelperValue[];
      const { context } = renderingOf(options);
      const used = typeof language === 'string' ? { ...context, language } : context;
      return formatMessage(text, { values: hash, context: used, escape: escapeValue });
    };
  environment.registerHelper(MESSAGE, message(print));
  environment.registerHelper(RAW_MESSAGE, message(mode === 'html' ? Handlebars.escapeExpression : escape));
  environment.registerHelper(LET, function (this: unknown, ...given: unknown[]) {
    const options = given.pop() as Handlebars.HelperOptions;
    return options.fn(this, { data: options.data as unknown, blockParams: given });
  });
  return environment;
});

const print = (value: unknown): string => (value === undefined || value === null ? '' : `${value as string}`);

/** Measured size of the compiled code of an expression. */
const BYTES_OF_EXPRESSION = 3000;

const compiled = remember<CompiledTemplate, { source: string; mode: EscapingMode }>(
  {
    max: 2_000,
    // Bytes, estimated; keeps many huge templates from filling the memory of a process or of a thread.
    maxSize: 64_000_000,
    sizeCalculation: (_template, key) => 2 * key.length + BYTES_OF_EXPRESSION * key.split('{{').length,
  },
  (_key, { source, mode }) => {
    const problem = checkTemplate(source);
    if (problem) throw new TemplateError(`line ${problem.line}: ${problem.message}`);
    return compile(source, mode);
  },
);

/** Compiles a template, or returns it from the cache. Throws TemplateError if it is broken. */
export const compileTemplate = (source: string, mode: EscapingMode): CompiledTemplate =>
  compiled(`${nameOf(mode)}:${source}`, { source, mode });

const KNOWN = Object.fromEntries(
  [...HELPERS.keys(), ESCAPE, PRINT, LET, MESSAGE, RAW_MESSAGE].map((name) => [name, true]),
);

function compile(source: string, mode: EscapingMode): CompiledTemplate {
  const isHtml = mode === 'html';
  const delegate = environmentOf(nameOf(mode), mode).compile<unknown>(prepareTemplate(source, { isHtml }), {
    noEscape: !isHtml,
    knownHelpersOnly: true,
    // Names of Handlebars' own helpers that are variables here.
    knownHelpers: { ...KNOWN, log: false, helperMissing: false, blockHelperMissing: false },
  });
  return (data, context) => {
    const rendering: Rendering = { context, budget: newLoopBudget() };
    return delegate(data, {
      data: { rendering, language: context.language, dir: directionOf(context.language) },
      allowProtoPropertiesByDefault: false,
      allowProtoMethodsByDefault: false,
      allowCallsToHelperMissing: false,
    });
  };
}
