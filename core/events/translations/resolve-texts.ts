import Handlebars from 'handlebars';
import { suggestion } from '../../shared/suggestion';
import { type Edit, PlacedText } from '../parts/edits';
import type { Expanded } from '../parts/origins';
import { withCalls } from '../templates/parse-template';
import { MESSAGE } from '../templates/prepare-template';
import { encodeText } from './encode';
import { readMessage } from './message';
import { keyOfCall, type TextCall, textCalls } from './text-calls';
import type { FoundText, Texts } from './texts';

/** A problem of a text or, with `file`, of a layout, partial or translation. */
export interface TextProblem {
  file?: string;
  line: number;
  message: string;
  isWarning?: boolean;
}

export interface ResolvedTexts {
  expanded: Expanded;
  problems: TextProblem[];
  /** The keys of all its calls. */
  keys: ReadonlySet<string>;
}

interface Setting {
  texts: Texts;
  /** The language of the text, then the one that is used without a translation. */
  languages: readonly string[];
  /** The missing texts that are reported already, each by its language and key. */
  reported?: Set<string>;
  /** Whether it is a layout or partial, whose keys may be values. */
  isPart?: boolean;
}

/**
 * Returns a text with the messages of its calls: `{{t "order.shipped" count=n}}` becomes a call that has the message of
 * its language, so that a send reads no translations.
 */
export function resolveTexts(given: Expanded, setting: Setting): ResolvedTexts {
  // Places are those of the text with its defaults as calls.
  const text = withCalls(given.text);
  const whole = text === given.text ? given : given.replaced([{ start: 0, end: given.text.length, text }]);
  const source = new PlacedText(text);
  const resolver = new Resolver(whole, source, setting);
  const edits = textCalls(Handlebars.parse(text)).flatMap((call) => resolver.edit(call) ?? []);
  return {
    expanded: whole.replaced(edits.map(({ start, end, pieces }) => ({ start, end, text: pieces[0]!.text }))),
    problems: resolver.problems,
    keys: resolver.keys,
  };
}

class Resolver {
  readonly problems: TextProblem[] = [];
  readonly keys = new Set<string>();

  constructor(
    private readonly expanded: Expanded,
    private readonly source: PlacedText,
    private readonly setting: Setting,
  ) {}

  edit(call: TextCall): Edit | undefined {
    const { texts, languages, isPart } = this.setting;
    const key = keyOfCall(call);
    const place = (text: string): Edit => {
      const start = this.source.offsetOf(call.path.loc.start);
      const end = this.source.offsetOf((call.params[0] ?? call.path).loc.end);
      // Lines keep their numbers.
      const breaks = this.source.slice({ start, end }).replace(/[^\n]/g, '');
      return { start, end, pieces: [{ text: text + breaks, line: 1 }] };
    };
    if (key === undefined) {
      if (isPart && call.params.length === 1)
        return place(`[${MESSAGE}] ${this.source.slice(this.source.rangeOf(call.params[0]!))}`);
      this.report(call, 'a text needs its key, written out: {{t "order.shipped" count=n}}');
      return undefined;
    }
    this.keys.add(key);
    const found = texts.find(key, languages);
    if (typeof found === 'string') {
      this.report(call, found);
      return undefined;
    }
    this.check(call, key, found);
    const [language] = languages;
    const other = found.language === language ? '' : ` "${found.language}"`;
    return place(`[${MESSAGE}] "${encodeText(found.text)}"${other}`);
  }

  private check(call: TextCall, key: string, { text, language, isFallback, file, line }: FoundText): void {
    const { texts, languages, isPart, reported = new Set() } = this.setting;
    // `hash` is absent without options, whatever the types say.
    const given = ((call.hash as hbs.AST.Hash | undefined)?.pairs ?? []).map((pair) => pair.key);
    const missing = `${languages[0]} ${key}`;
    if (isFallback && !isPart && !reported.has(missing)) {
      reported.add(missing);
      this.report(
        call,
        `the text "${key}" is missing in "${languages[0]}": the one in "${language}" is used`,
        true,
      );
    }
    const used = texts.argumentsOf(key);
    for (const name of given.filter((one) => !used.has(one))) {
      const near = suggestion(name, [...used]) || (used.size > 0 ? ` (it has ${[...used].join(', ')})` : '');
      this.report(call, `the text "${key}" has no {${name}} in any language${near}`, true);
    }
    const read = readMessage(text);
    if (!read.ok) return;
    for (const name of read.message.arguments.keys()) {
      if (given.includes(name)) continue;
      const near = suggestion(name, given);
      // What only a translation has is its mistake.
      if (language !== languages.at(-1) && !isPart)
        this.problems.push({
          file,
          line,
          message: `"${key}" has {${name}}, which {{t "${key}"}} does not pass${near}`,
        });
      else this.report(call, `the text "${key}" needs ${name}=…${near}`);
    }
  }

  private report({ loc: { start } }: TextCall, message: string, isWarning = false): void {
    const { line, column } = start;
    this.problems.push({ ...this.expanded.originOf(line, column), message, ...(isWarning && { isWarning }) });
  }
}
