import { checkTemplate } from '../../../../../core/events/templates/check-template';
import { renderTemplate } from '../../../../../core/events/templates/render-template';

describe('checkTemplate', () => {
  it.each([
    'plain text with { braces } and \\{{escaped}}',
    '{{name}} {{{name}}} {{contact.meta.plan}} {{list.[0].x}} {{@root.a}}',
    '{{#if a}}{{else if b}}{{else}}{{/if}}{{#unless a}}{{/unless}}',
    '{{#each list as |item index|}}{{item.x}}{{index}}{{/each}}{{#with a}}{{b}}{{/with}}',
    '{{#section}}{{name}}{{/section}}{{^section}}none{{/section}}',
    '{{lookup (lookup a "b") "c"}}{{! comment }}{{!-- {{x}} --}}',
    '{{name | Guest}}{{{a.[b c]|<b>}}}{{~ ../a | "x" ~}}{{@root.a | (none)}}{{! a | b }}{{!-- {{a | b--}}',
    '{{#each list as |x|}}{{x | none}}{{else}}{{a |}}{{/each}}{{#with a as | b |}}{{b}}{{/with}}',
  ])('finds nothing wrong with %j, which renders', (source) => {
    expect(checkTemplate(source)).toBeUndefined();
    expect(() => renderTemplate('sms', { text: source }, {})).not.toThrow();
  });

  it.each([
    ['{{name', 1, 'or a missing "}}" (line 1 of the template: {{name)'],
    ['a\n{{name}\nb', 2, '(line 2 of the template: {{name}b)'],
    ['Hi\n{{a}} {{user name}', 2, '(line 2 of the template: {{user name})'],
    ['{{#if a == b}}x{{/if}}', 1, 'syntax error at "=" (line 1 of the template: {{#if a == b}}x{{/if}})'],
    ['Hi {{{name}}', 1, 'syntax error at "}}" (line 1 of the template: {{{name}})'],
    [`Hi {{${'name '.repeat(9)}20%}}`, 1, '(line 1 of the template: 20%}})'],
    ['{{a}}}', 1, 'syntax error at "}}}" (line 1 of the template: {{a}}})'],
    ['{{{{raw}}}}', 1, 'template syntax error (line 1 of the template: {{{{raw}}}})'],
    ['{{#if a}}\n{{b c=}}', 2, 'syntax error at "}}" (line 2 of the template: {{b c=}})'],
    [`${'\n'.repeat(11)}{{b c=}}`, 12, 'syntax error at "}}" (line 12'],
    [`${'\n'.repeat(11)}${' '.repeat(12)}{{a/../b}}`, 12, 'Invalid path: a/..'],
    ['a\n{{else}}', 2, 'an "else" outside of a block (line 2 of the template: {{else}})'],
    ['{{a/../b}}', 1, 'Invalid path: a/..'],
    ['a\n\n{{/if}}', 3, 'an end of a block that is not open (line 3 of the template: {{/if}})'],
    ['a\n{{#if b}}\nc\n', 2, 'block {{#if}} is never closed'],
    ['{{#if a}}\n{{#each b}}\n{{/each}}\n', 1, 'block {{#if}} is never closed'],
    ['{{#if a}}\n{{/each}}', 1, "if doesn't match each"],
    ['a\n{{formatDate b}}', 2, 'unknown helper "formatDate" (known: if, unless, each, with, lookup, date,'],
    ['{{a b=1}}', 1, 'unknown helper "a"'],
    ['{{#formatDate b}}{{/formatDate}}', 1, 'unknown helper "formatDate"'],
    ['{{lookup (nope 1) 2}}', 1, 'unknown helper "nope"'],
    ['{{log a}}', 1, 'unknown helper "log"'],
    ['{{helperMissing a}}', 1, 'unknown helper "helperMissing"'],
    ['{{a.constructor "x"}}', 1, 'unknown helper "a.constructor"'],
    ['{{date when | never}}', 1, 'at "|", which gives a default to a variable alone, {{name | Guest}}'],
    ['a\n{{name | a | b}}', 2, 'at "|"'],
    ['{{name || "b"}}', 1, 'at "|"'],
    ['{{name | a\\b}}', 1, 'at "|"'],
    ['{{#if a | b}}{{/if}}', 1, 'at "|"'],
    ['{{#if a}}{{else | b}}{{/if}}', 1, 'at "|"'],
    ['{{{{raw}}}}{{{{/raw}}}}{{name | Guest}}', 1, 'at "|"'],
    ['{{name |\n\n Guest }}\n{{nope x}}', 4, 'unknown helper "nope"'],
    ['{{#if}}{{/if}}', 1, 'helper "if" takes one value, it has 0'],
    ['{{#each a b}}{{/each}}', 1, 'helper "each" takes one value, it has 2'],
    ['{{lookup a}}', 1, 'helper "lookup" takes 2 values, it has 1'],
    ['{{lookup a b c}}', 1, 'helper "lookup" takes 2 values, it has 3'],
    ['{{if a}}', 1, 'helper "if" is a block: {{#if …}} … {{/if}}'],
    ['{{lookup (if a) 1}}', 1, 'helper "if" is a block: {{#if …}} … {{/if}}'],
    ['{{#lookup a "b"}}{{/lookup}}', 1, 'helper "lookup" is not a block'],
    ['{{#if a b=1}}{{/if}}', 1, 'helper "if" has no option "b" (it has none)'],
    ['{{#if a}}{{nope b}}{{/if}}\n{{other c}}', 1, 'unknown helper "nope"'],
    ['x\n{{> footer}}', 2, 'partials'],
    ['{{#> footer}}{{/footer}}', 1, 'partial blocks'],
    ['{{* inline}}', 1, 'decorators'],
    ['{{#*inline "a"}}{{/inline}}', 1, 'decorators'],
  ])('finds the fault in %j', (source, line, message) => {
    expect(checkTemplate(source)).toMatchObject({
      line,
      message: expect.stringContaining(message) as string,
    });
    expect(() => renderTemplate('sms', { text: source }, {})).toThrow(message);
  });

  const nested = (begin: string, inner: string, end: string) => (count: number) =>
    `\n${begin.repeat(count)}${inner}${end.repeat(count)}`;
  it.each<[string, number, (count: number) => string, string, number]>([
    ['characters', 262_144, (count) => 'a'.repeat(count), 'longer than 256 kB', 1],
    ['expressions', 5000, (count) => '\n{{a}}'.repeat(count), 'more than 5000 expressions', 1],
    ['names', 50, (count) => `\n{{${'a.'.repeat(count - 1)}a}}`, 'more than 50 names in one path', 2],
    ['ways up', 49, (count) => `\n{{${'../'.repeat(count)}a}}`, 'more than 50 names in one path', 2],
    ['blocks', 50, nested('{{#if a}}', '', '{{/if}}'), 'more than 50 blocks deep', 2],
    ['inverse blocks', 50, nested('{{^a}}', '', '{{/a}}'), 'more than 50 blocks deep', 2],
    [
      'blocks behind an else',
      49,
      (count) => `{{#if a}}{{else if b}}{{/if}}\n{{#if a}}${'{{~else if b}}'.repeat(count)}{{/if}}`,
      'more than 50 blocks deep',
      2,
    ],
    [
      'brackets',
      50,
      (count) => `\n{{lookup ${nested('(lookup ', 'a', ' 1)')(count).trim()} 1}}`,
      'more than 50 brackets in one expression',
      2,
    ],
  ])('takes as many %s as %i', (_what, most, source, message, line) => {
    expect(checkTemplate(source(most))).toBeUndefined();
    expect(checkTemplate(source(most + 1))).toMatchObject({ line, message });
  });

  it.each([
    ['blocks', '{{#if a}}'.repeat(20_000) + '{{/if}}'.repeat(20_000)],
    ['else-if chains', `{{#if a}}${'{{else if b}}'.repeat(15_000)}{{/if}}`],
    ['brackets', `{{lookup ${'(lookup '.repeat(15_000)}a${' 1)'.repeat(15_000)} 1}}`],
    ['text', 'a'.repeat(300_000)],
    ['paths', `{{${'a.'.repeat(100_000)}a}}`],
    ['ways up', `{{${'../'.repeat(60)}a}}`],
    ['expressions', '{{a}}'.repeat(50_000)],
    ['white space before a default', `{{a | ${' '.repeat(250_000)}{`],
    ['white space behind a name', `{{a${' '.repeat(250_000)}|{`],
    ['backslashes', `${'\\'.repeat(250_000)}{{a | b`],
    ['comments', `${'{{!--'.repeat(4_999)} | ${'x'.repeat(200_000)}{{#if}}`],
  ])('refuses endless %s at once', (_what, source) => {
    const begun = process.cpuUsage();
    expect(checkTemplate(source)).toBeDefined();
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1000).toBeLessThan(3_000);
  });
});
