import {
  isArgumentElement,
  isDateElement,
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTimeElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { remember } from '../../shared/remember';
import { suggestion } from '../../shared/suggestion';
import { MESSAGE_PROBLEMS } from './message-problems';

type Kind = 'text' | 'number' | 'date' | 'select';

/** How a message uses a value. */
interface MessageArgument {
  kinds: ReadonlySet<Kind>;
  /** The cases of its `select`s, without `other`. */
  cases: ReadonlySet<string>;
}

/** A message of ICU MessageFormat, read. */
export interface Message {
  elements: readonly MessageFormatElement[];
  arguments: ReadonlyMap<string, MessageArgument>;
}

/** Why a text is no message, and its place in the text, both from 1. */
export interface MessageProblem {
  line: number;
  column: number;
  message: string;
}

export type ReadMessage = { ok: true; message: Message } | ({ ok: false } & MessageProblem);

/** Maximum number of characters of a message. */
export const MAX_MESSAGE = 5_000;
/** Maximum number of `plural` and `select` within each other. */
const MAX_DEPTH = 8;
/** Maximum number of places that a message fills in, because each may print a long value. */
const MAX_PLACES = 100;
/** Names of values. Handlebars cannot pass numbers, and an object has the others. */
export const ARGUMENT = /^(?!__proto__$)[A-Za-z_][A-Za-z0-9_]*$/;
/** Named styles. All others are skeletons: `::currency/EUR`. */
export const STYLES = {
  number: ['integer', 'percent'],
  date: ['short', 'medium', 'long', 'full'],
} as const;

/** Reads a message. `<` has no meaning: a text has no tags. */
export const readMessage: (text: string) => ReadMessage = remember(
  { max: 5_000, maxSize: 8_000_000, sizeCalculation: (_read, text) => 1 + text.length },
  (text): ReadMessage => {
    if (text.length > MAX_MESSAGE)
      return { ok: false, line: 1, column: 1, message: `it is longer than ${MAX_MESSAGE} characters` };
    try {
      const elements = parse(text, { ignoreTag: true, captureLocation: true, requiresOtherClause: true });
      const walk = new Walk();
      walk.all(elements, 0);
      return walk.problem ?? { ok: true, message: { elements, arguments: walk.found } };
    } catch (error) {
      const { message, location } = error as Error & { location?: MessageFormatElement['location'] };
      const { line = 1, column = 1 } = location?.start ?? {};
      return { ok: false, line, column, message: MESSAGE_PROBLEMS[message] ?? message };
    }
  },
);

class Walk {
  readonly found = new Map<string, { kinds: Set<Kind>; cases: Set<string> }>();
  problem: ({ ok: false } & MessageProblem) | undefined;
  private places = 0;

  all(elements: readonly MessageFormatElement[], depth: number): void {
    for (const one of elements) {
      if (this.problem) return;
      this.one(one, depth);
    }
  }

  private one(one: MessageFormatElement, depth: number): void {
    if (isLiteralElement(one)) return;
    this.places += 1;
    if (this.places > MAX_PLACES) this.refuse(one, `it fills in more than ${MAX_PLACES} values`);
    if (isPoundElement(one)) return;
    if (!ARGUMENT.test(one.value))
      this.refuse(
        one,
        `"${one.value}" cannot be the name of a value: letters, digits and "_", no digit first`,
      );
    const { kinds, cases } = this.argument(one.value);
    if (isArgumentElement(one)) kinds.add('text');
    else if (isNumberElement(one)) {
      kinds.add('number');
      this.style(one, 'number');
    } else if (isDateElement(one) || isTimeElement(one)) {
      kinds.add('date');
      this.style(one, 'date');
    } else if (isSelectElement(one) || isPluralElement(one)) {
      kinds.add(isPluralElement(one) ? 'number' : 'select');
      if (depth >= MAX_DEPTH) this.refuse(one, `plural and select are more than ${MAX_DEPTH} deep`);
      for (const [name, { value }] of Object.entries(one.options)) {
        if (isSelectElement(one) && name !== 'other') cases.add(name);
        this.all(value, depth + 1);
      }
    }
  }

  private argument(name: string) {
    const known = this.found.get(name) ?? { kinds: new Set<Kind>(), cases: new Set<string>() };
    this.found.set(name, known);
    return known;
  }

  private style(one: MessageFormatElement & { style?: unknown }, kind: keyof typeof STYLES): void {
    const { style } = one;
    const known: readonly string[] = STYLES[kind];
    if (typeof style === 'string' && !known.includes(style)) {
      const near = suggestion(style, known) || ` (known: ${known.join(', ')}, or a skeleton: "::…")`;
      this.refuse(one, `there is no style "${style}"${near}`);
    }
    const options = (style as { parsedOptions?: object } | undefined)?.parsedOptions;
    if (options === undefined) return;
    try {
      if (kind === 'number') new Intl.NumberFormat('en', options);
      else new Intl.DateTimeFormat('en', options);
    } catch (error) {
      this.refuse(one, (error as Error).message);
    }
  }

  private refuse({ location }: Pick<MessageFormatElement, 'location'>, message: string): void {
    const { line = 1, column = 1 } = location?.start ?? {};
    this.problem ??= { ok: false, line, column, message };
  }
}
