import fc from 'fast-check';
import { checkTemplate } from '../../../core/events/templates/check-template';
import { renderTemplate } from '../../../core/events/templates/render-template';
import { isSmallJob } from '../../../core/events/templates/small-job';
import { TemplateError } from '../../../core/events/templates/template-error';
import { buildVariables } from '../../../core/events/templates/variables';
import type { Channel } from '../../../core/shared/channels';
import { json, objectOf, repeated, text } from '../grammar';
import { fuzzTarget, promise, unlessThrown } from '../target';

interface Rendered {
  channel: Channel;
  source: string;
  payload: Record<string, unknown>;
}

const NAMES = [
  'a',
  'b',
  'a.b',
  'this',
  '.',
  '../a',
  '@key',
  '@index',
  '@root.a',
  '[a b]',
  'contact.name',
  'a.[0]',
];
const HARMFUL = [
  'constructor',
  '__proto__',
  'toString',
  '@budget',
  '@_parent',
  'lookup',
  'a.constructor.name',
];
const HELPERS = [
  'date',
  'number',
  'currency',
  'plural',
  'uppercase',
  'lowercase',
  'default',
  'eq',
  'not',
  'and',
];
const path = fc.oneof(
  fc.constantFrom(...NAMES, ...HARMFUL),
  fc.constantFrom('1', '"x"', '1e9', 'true', 'null', '"2026-03-01"', '"EUR"', '-1'),
);
const { tag, call } = fc.letrec<{ tag: string; call: string }>((tie) => ({
  call: fc.oneof(
    { depthSize: 'small' },
    path,
    fc
      .tuple(
        fc.constantFrom(...HELPERS),
        fc.array(
          fc.oneof(
            path,
            tie('call').map((inner) => `(${inner})`),
          ),
          { maxLength: 4 },
        ),
      )
      .map(([name, given]) => [name, ...given].join(' ')),
    fc
      .tuple(path, fc.constantFrom('format', 'locale', 'style', 'x'), path)
      .map(([a, name, b]) => `date ${a} ${name}=${b}`),
  ),
  tag: fc.oneof(
    { depthSize: 'small' },
    tie('call').map((inner) => `{{${inner}}}`),
    tie('call').map((inner) => `{{{${inner}}}}`),
    fc.tuple(path, text).map(([name, fallback]) => `{{${name} | ${fallback}}}`),
    text,
    fc
      .tuple(
        fc.constantFrom('if', 'unless', 'each', 'with'),
        tie('call'),
        fc.array(tie('tag'), { maxLength: 3 }),
      )
      .map(
        ([name, about, inner]) =>
          `{{#${name} ${about.includes(' ') ? `(${about})` : about}}}${inner.join('')}{{/${name}}}`,
      ),
    fc.constantFrom(
      '{{else}}',
      '{{!-- x --}}',
      '{{> p}}',
      '{{* d}}',
      '{{{{raw}}}}',
      '{{~a~}}',
      '\\{{a}}',
      '<b class="',
      '{{',
      '}}',
      '{{^}}',
    ),
    fc.constantFrom('{{#each a as |x y|}}', '{{/each}}', '{{else if a}}'),
  ),
}));
const source = fc.oneof(
  fc.array(tag, { maxLength: 6 }).map((tags) => tags.join('')),
  fc.array(tag, { maxLength: 6 }).map((tags) => tags.join('')),
  repeated(fc.oneof(tag, call), 20_000),
);
const payload = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom('a', 'b', 'a b', 'count', 'constructor'), text), json), {
    maxLength: 4,
  })
  .map(objectOf);

/** A template is refused with a line, or fills any payload: TemplateError is the one error, and HTML stays escaped. */
export const templates = fuzzTarget<Rendered>({
  name: 'templates',
  arbitrary: fc.record({
    channel: fc.constantFrom<Channel>(
      'email',
      'email',
      'sms',
      'slack',
      'telegram',
      'push',
      'discord',
      'whatsapp',
    ),
    source,
    payload,
  }),
  // Rendering has threads with a limit (rendering/), and each input is rendered in two forms.
  msPer10kB: 500,
  check({ channel, source, payload }) {
    const problem = checkTemplate(source);
    const lines = source.split(/\r\n?|\n/).length;
    if (problem) {
      promise(problem.line >= 1 && problem.line <= lines + 1, () => `line ${problem.line} of ${lines}`);
      promise(problem.message.length < 2000 + source.length, 'a problem of many characters');
    }
    const variables = buildVariables({
      payload,
      contact: {},
      app: { name: 'Demo' },
      event: 'e',
      notificationId: 'n',
    });
    const template = channel === 'email' ? { subject: source, html: source } : { text: source };
    const isSmall = isSmallJob({ template }, variables);
    const made = unlessThrown(() => renderTemplate(channel, template, variables), TemplateError);
    if (!made) return;
    promise(!problem, () => `renders, but its check says: ${problem!.message}`);
    const size = (made.html ?? '').length + (made.subject ?? '').length;
    promise(!isSmall || size <= 16_000, () => `${size} characters of a small job`);
    promise(size + (made.text ?? '').length <= 11_000_000, 'more output than the limit');
    const all = `${made.html ?? ''}${made.text ?? ''}${made.subject ?? ''}`;
    const given = JSON.stringify([source, payload]);
    promise(
      !/\[native code\]|\[object Object\]/.test(all) || /native|object/.test(given),
      'it prints an object of the program',
    );
  },
});
