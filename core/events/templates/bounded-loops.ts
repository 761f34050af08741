import type Handlebars from 'handlebars';
import { TemplateError } from './template-error';

/** What is left for loops in one rendering. */
export interface LoopBudget {
  rounds: number;
  characters: number;
}

/** Without a limit, nested loops over a large payload could keep a worker busy for hours, or fill its memory. */
export const newLoopBudget = (): LoopBudget => ({ rounds: 100_000, characters: 5_000_000 });

type Each = (this: unknown, items: unknown, options: Handlebars.HelperOptions) => unknown;

/** Handlebars' `each`, bounded over the whole rendering. `budgetOf` returns what is left of the rendering that `options` belong to. */
export function boundLoops(
  environment: typeof Handlebars,
  budgetOf: (options: Handlebars.HelperOptions) => LoopBudget,
): void {
  const each = environment.helpers.each as Each;
  environment.registerHelper(
    'each',
    function (this: unknown, items: unknown, options: Handlebars.HelperOptions) {
      const { fn } = options;
      const budget = budgetOf(options);
      const bounded: Handlebars.TemplateDelegate = (
        context: unknown,
        runtime?: Handlebars.RuntimeOptions,
      ) => {
        budget.rounds -= 1;
        if (budget.rounds < 0) throw new TemplateError('its loops run more than 100,000 times');
        // A block of one expression returns its value as it is, perhaps an object with its own `length`.
        const text = `${fn(context, runtime)}`;
        budget.characters -= text.length;
        if (budget.characters < 0) throw new TemplateError('its loops make more than 5 million characters');
        return text;
      };
      return each.call(this, items, { ...options, fn: bounded });
    },
  );
}
