import { renderMessage, renderIfSmall } from '../../../../../core/events/templates/render-message';
import { isSmallFile, isSmallJob } from '../../../../../core/events/templates/small-job';
import { parseEventFile } from '../../../../../rendering/event-files';
import { jobOf } from '../../../../support/render-jobs';

const isSmall = (...given: Parameters<typeof jobOf>): boolean => renderIfSmall(jobOf(...given)) !== null;
const fill = (text: string, length: number): string => text.repeat(Math.floor(length / text.length));

describe('what is rendered without a thread', () => {
  const HTML =
    '<h1>Hello {{default contact.firstName "friend"}}!</h1><p>{{#if paid}}Thanks.{{else}}Please pay {{currency total "EUR"}}.{{/if}}</p>';

  it.each([
    ['an e-mail', { html: HTML }, { paid: false, total: 12.5 }],
    [
      'a text with a loop',
      { text: '{{#each items}}{{this.name}} {{/each}}' },
      { items: [{ name: 'a' }, { name: 'b' }] },
    ],
    ['a text without expressions', { text: 'x'.repeat(3000) }, { items: Array(1000).fill('') }],
  ])('is %s', (...[, template, payload]) => expect(isSmall(template, payload)).toBe(true));

  const long = 'x'.repeat(500);
  it.each<[string, object, object?]>([
    ['a long text', { text: 'x'.repeat(4100) }],
    ['long texts together', { text: 'x'.repeat(3000), html: 'x'.repeat(1200) }],
    ['long keys of blocks', { blocks: [{ [`${'x'.repeat(4100)}`]: 1 }] }],
    ['many expressions', { text: '{{a}}'.repeat(65) }],
    ['long defaults that are escaped', { html: `{{a|${'&'.repeat(1500)}}}`.repeat(2) }],
    ['a long value that is printed often', { text: '{{a}}'.repeat(10) }, { a: long }],
    ['a long list that is printed often', { text: '{{a}}'.repeat(10) }, { a: Array(250).fill('xx') }],
    ['a loop over many', { text: '{{#each a}}{{this}}{{/each}}' }, { a: Array(300).fill(1) }],
    [
      'a loop whose end only seems to be one',
      { text: '{{#each a}}{{default "" "{{/each}}"}}{{#each @root.a}}.{{/each}}{{/each}}' },
      { a: Array(50).fill(1) },
    ],
    ['a block over many', { text: '{{#a}}{{this}}{{/a}}' }, { a: Array(300).fill(1) }],
    [
      'an inverse block and another',
      { text: '{{^b}}{{#each a}}{{#each ../a}}.{{/each}}{{/each}}{{/b}}' },
      { a: Array(30).fill(1) },
    ],
    ['a loop behind an else', { text: '{{#if b}}{{else each a}}{{this}}{{/if}}' }, { a: Array(300).fill(1) }],
    [
      'loops in loops',
      { text: '{{#each a}}{{#each @root.a}}{{this}}{{/each}}{{/each}}' },
      { a: Array(30).fill(1) },
    ],
    [
      'a loop over the keys of all',
      { text: '{{#each this}}{{@key}} {{/each}}' },
      Object.fromEntries(Array.from({ length: 500 }, (_, key) => [`k${key}`, 1])),
    ],
    ['much that is sent', { text: '{{a}}' }, { a: 'x'.repeat(17_000) }],
    ['a raw block', { text: '{{{{a}}}}{{{{/a}}}}' }, { a: [1] }],
    ['a plural', { text: '{{plural a other=b}}' }, { a: 1, b: '#' }],
  ])('is not %s', (...[, template, payload]) => expect(isSmall(template, payload)).toBe(false));

  it('is no digest', () => {
    expect(isSmall({ text: 'a' }, {}, { digest: { count: 1, items: [] } })).toBe(false);
  });

  it('counts what an address escapes', () => {
    const job = { a: '€'.repeat(300) };
    expect(isSmall({ text: '{{a}}' }, job)).toBe(true);
    expect(isSmall({ text: '{{a}}' }, job, { unsubscribeUrl: 'https://example.com/{{a}}{{a}}' })).toBe(false);
  });
});

describe('the bounds of what is rendered without a thread', () => {
  const text = (length: number, beginning = '') => ({ text: beginning.padEnd(length, 'x') });
  const list = (length: number, value: unknown = '') => ({ a: Array(length).fill(value) as unknown[] });
  it.each<[string, (more: number) => [template: unknown, variables?: object, address?: string]]>([
    ['characters of a template', (more) => [text(4091 + more)]],
    ['characters of two texts', (more) => [{ ...text(4087), html: 'x'.repeat(more) }]],
    ['the name of an empty text', (more) => [{ ...text(4091), ...(more === 1 && { html: '' }) }]],
    ['characters of a template and an address', (more) => [text(2000), {}, 'x'.repeat(2091 + more)]],
    [
      'values that are no texts',
      (more) => [{ ...text(4068 + more), html: undefined, mjml: null, blocks: [{ a: 1, b: true }] }],
    ],
    ['expressions', (more) => [{ text: '{{a}}'.repeat(64 + more) }, { a: 1 }]],
    [
      'expressions beside calls',
      (more) => [{ text: '{{b a}}'.repeat(10) + '{{a}}'.repeat(54 + more) }, { a: 1 }],
    ],
    [
      'expressions beside blocks',
      (more) => [{ text: '{{#if a}}{{/if}}'.repeat(30) + '{{a}}'.repeat(4 + more) }],
    ],
    ['characters and values to print', (more) => [text(1), { a: 'x'.repeat(16_382 + more) }]],
    [
      'characters and values to print, the last of them a number',
      (more) => [text(1), { a: 'x'.repeat(16_381 + more), b: 1 }],
    ],
    ['what a text prints', (more) => [text(3970 + more, '{{a}}'), { a: 'x'.repeat(2000) }]],
    [
      'what a text prints that has white space around its name',
      (more) => [text(3970 + more, '{{ a }}'), { a: 'x'.repeat(2000) }],
    ],
    ['what a call prints', (more) => [text(3034 + more, '{{uppercase a}}'), { a: 'x'.repeat(2000) }]],
    ['what a list prints', (more) => [text(3970 + more, '{{a}}'), { a: ['x'.repeat(1968), 1] }]],
    ['what a list of no texts prints', (more) => [text(3880 + more, '{{a}}'), list(65, null)]],
    ['rounds of a loop', (more) => [text(40, '{{#each a}}{{/each}}'), list(400 + more)]],
    [
      'rounds of a loop behind an else',
      (more) => [text(40, '{{#if b}}{{else each a}}{{/if}}'), list(400 + more)],
    ],
    [
      'rounds of a loop beside a block that runs once',
      (more) => [text(40, '{{# if b}}{{/if}}{{#a}}{{/a}}'), list(400 + more)],
    ],
  ])('%s', (_what, job) => {
    const isSmall = ([template, variables = {}, address]: ReturnType<typeof job>) =>
      isSmallJob({ template, address }, variables);
    expect([isSmall(job(0)), isSmall(job(1))]).toEqual([true, false]);
  });

  it('has plurals only where there are expressions', () => {
    expect(isSmallJob({ template: { text: 'two plurals' } }, {})).toBe(true);
  });

  it('is the same for an event file', () => {
    expect(['x'.repeat(4096), '{{a}}'.repeat(64)].map(isSmallFile)).toEqual([true, true]);
  });
});

/** Ten times what it may be on a quiet machine, where the worst takes a third of that. */
const FAR_TOO_LONG_MS = 500;

/** Processor time of one call in a process that is warm, milliseconds. */
function costOf(work: (round: number) => void): number {
  work(0);
  const begun = process.cpuUsage();
  for (const round of [1, 2]) work(round);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 2000;
}

describe('the worst of what is rendered without a thread takes well below 50 ms', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const list = Array.from({ length: 12 }, (_, index) => index);
  it.each<[string, (round: number) => object, object?]>([
    ['expressions', (round) => ({ text: `${round}${fill('{{a}}', 55 * 5)}${'x'.repeat(2000)}` })],
    ['names', (round) => ({ text: fill(`{{a${round}${fill('.a', 90)}}}`, 4000) })],
    [
      'white space before blocks',
      (round) => ({ text: `${round}${fill(`${'\n'.repeat(110)} x{{#if a}}{{/if}}`, 3500)}` }),
    ],
    ['white space', (round) => ({ text: `${'\n'.repeat(4000)}x{{#if a${round}}}{{/if}}` })],
    [
      'formats',
      (round) => ({
        text: [...Array(10).keys()]
          .map((index) => `{{date "2026-01-01T00:00:00Z" zone="${zones[round * 10 + index]}"}}`)
          .join(''),
      }),
    ],
    [
      'rounds',
      (round) => ({ text: `{{#each list}}{{#each @root.list}}${round}{{/each}}{{/each}}` }),
      { list },
    ],
    ...[
      '<b>',
      '<p>',
      '<div>',
      '<ul><li>',
      '<table><tr><td>',
      '<a href=x>',
      '<p>a',
      '<p></p>',
      '<body ',
      '</p>',
    ].map((element): [string, (round: number) => object] => [
      element,
      (round) => ({ html: `${fill(element, 4000)}${round}`, preheader: 'Hi' }),
    ]),
  ])('%s', (...[, templateOf, payload]) => {
    const cost = costOf((round) => {
      try {
        expect(renderIfSmall(jobOf(templateOf(round), payload))).not.toBeNull();
      } catch (error) {
        if ((error as Error).name !== 'TemplateError') throw error;
      }
    });
    expect(cost).toBeLessThan(FAR_TOO_LONG_MS);
  });

  it('event files', () => {
    const files = [
      `templates: { sms: { en: { text: '${fill('{{a}}', 320)}' } } }`,
      `templates: { sms: { en: { text: "${fill(`${'\\n'.repeat(55)} x{{#if a}}{{/if}}`, 3800)}" } } }`,
      `templates: { slack: { en: { text: a, blocks: [{a: ${'['.repeat(90)}${']'.repeat(90)}}${fill(', {a: 1}', 300)}] } } }`,
      fill('a: b\n', 4000),
      fill('x'.repeat(30) + ': 1\n', 4000),
      fill('- ', 190),
      `sequence: [${fill('{send: {name: a}},', 3900)}]`,
    ];
    for (const content of files) {
      expect(isSmallFile(content)).toBe(true);
      expect(costOf(() => parseEventFile('a.yaml', content))).toBeLessThan(FAR_TOO_LONG_MS);
    }
  });

  it('no event file that is long, repeats itself, or has MJML', () => {
    const large = ['a: *b', 'mjml: x', 'x'.repeat(4097), '{{a}}'.repeat(65)];
    expect(large.map(isSmallFile)).toEqual([false, false, false, false]);
  });
});

test('a message that is too large for its providers fails', () => {
  const payload = { a: 'x'.repeat(500_000) };
  const words = 'the message has more than 5 million characters';
  expect(() => renderMessage(jobOf({ text: fill('{{a}}', 55) }, payload))).toThrow(words);
  expect(() => renderMessage(jobOf({ text: fill('{{a}}', 45), html: fill('{{a}}', 10) }, payload))).toThrow(
    words,
  );
  // More than V8 has in one text: 2^29 - 24 characters.
  expect(() => renderMessage(jobOf({ text: fill('{{a}}', 5_500) }, payload))).toThrow(words);
});
