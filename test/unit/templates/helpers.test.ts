import { checkTemplate } from '../../../core/templates/check-template';
import { renderTemplate } from '../../../core/templates/render-template';
import { TemplateError } from '../../../core/templates/template-error';

const fill = (text: string, data: Record<string, unknown> = {}, language = 'en', timezone = 'UTC') => {
  expect(checkTemplate(text)).toBeUndefined();
  // Node's formats have narrow no-break spaces where people type spaces.
  return renderTemplate('sms', { text }, data, { language, timezone }).text?.replace(/[\u00a0\u202f]/g, ' ');
};

describe('dates', () => {
  const when = '2026-03-09T22:30:00Z';

  it.each([
    ['{{date when}}', 'en', 'UTC', 'Mar 9, 2026'],
    ['{{date when}}', 'de', 'UTC', '09.03.2026'],
    ['{{date when}}', 'sv', 'Asia/Tokyo', '10 mars 2026'],
    ['{{date when style="full"}}', 'fr', 'UTC', 'lundi 9 mars 2026'],
    ['{{time when}}', 'en', 'Europe/Stockholm', '11:30 PM'],
    ['{{time when}}', 'de', 'Europe/Stockholm', '23:30'],
    ['{{datetime when zone="America/New_York"}}', 'en', 'UTC', 'Mar 9, 2026, 6:30 PM'],
  ])('%s in %s and %s', (template, language, timezone, expected) => {
    expect(fill(template, { when }, language, timezone)).toBe(expected);
  });

  it('take milliseconds, and a day without a time is that day everywhere', () => {
    expect(fill('{{date when}}', { when: Date.parse(when) })).toBe('Mar 9, 2026');
    expect(fill('{{date when}}', { when: '2026-03-09' }, 'en', 'America/Los_Angeles')).toBe('Mar 9, 2026');
  });

  it('fail on what is no date, and print nothing for nothing', () => {
    expect(() => fill('{{date when}}', { when: 'soon' })).toThrow(TemplateError);
    expect(() => fill('{{date when zone="Mars/Olympus"}}', { when })).toThrow(TemplateError);
    expect(() => fill('{{date when style="huge"}}', { when })).toThrow(
      'style must be one of full, long, medium, short',
    );
    expect(fill('[{{date when}}]')).toBe('[]');
  });
});

describe('numbers and currencies', () => {
  it.each([
    ['{{number n}}', 'en', '1,234.5'],
    ['{{number n}}', 'de', '1.234,5'],
    ['{{number n decimals=2}}', 'sv', '1 234,50'],
    ['{{number 0.256 style="percent"}}', 'en', '26%'],
    ['{{currency n "EUR"}}', 'de', '1.234,50 €'],
    ['{{currency n "usd"}}', 'en', '$1,234.50'],
    ['{{currency n "JPY"}}', 'ja', '￥1,235'],
    ['{{currency n code}}', 'en', '£1,234.50'],
    ['{{number text}}', 'en', '7'],
  ])('%s in %s', (template, language, expected) => {
    expect(fill(template, { n: 1234.5, code: 'GBP', text: '7' }, language)).toBe(expected);
  });

  it('fail on what is no number or currency, and print nothing for nothing', () => {
    expect(() => fill('{{number n}}', { n: 'many' })).toThrow('the value is not a number');
    expect(() => fill('{{number n}}', { n: { a: 1 } })).not.toThrow(/object Object/);
    expect(() => fill('{{currency 1 "euros"}}')).toThrow('ISO 4217');
    expect(() => fill('{{number 1 decimals=99}}')).toThrow('decimals must be 0 to 20');
    expect(fill('[{{number n}}{{currency n "EUR"}}]')).toBe('[]');
  });
});

describe('plural', () => {
  const template = '{{plural n zero="nothing" one="# day" few="# dny" other="# days"}}';
  it.each([
    [0, 'en', 'nothing'],
    [1, 'en', '1 day'],
    [1200, 'en', '1,200 days'],
    [3, 'cs', '3 dny'],
    [5, 'cs', '5 days'],
  ])('%d in %s', (n, language, expected) => expect(fill(template, { n }, language)).toBe(expected));

  it('wants a form for the rest', () => {
    expect(() => fill('{{plural 2 one="a"}}')).toThrow('plural needs other');
  });
});

describe('default, comparisons and case', () => {
  it.each([
    ['{{default name "friend"}}', {}, 'friend'],
    ['{{default name "friend"}}', { name: '' }, 'friend'],
    ['{{default name "friend"}}', { name: 'Ada' }, 'Ada'],
    ['{{default n 7}}', { n: 0 }, '0'],
    ['{{uppercase name}} {{lowercase name}}', { name: 'Ada' }, 'ADA ada'],
    ['{{#if (eq n "3")}}yes{{else}}no{{/if}}', { n: 3 }, 'yes'],
    ['{{#if (ne a b)}}yes{{else}}no{{/if}}', {}, 'no'],
    ['{{#if (gt n 2)}}yes{{else}}no{{/if}}', { n: '10' }, 'yes'],
    ['{{#if (lte n 2)}}yes{{else}}no{{/if}}', { n: 2 }, 'yes'],
    ['{{#if (lt missing 2)}}yes{{else}}no{{/if}}', {}, 'no'],
    ['{{#if (lt a b)}}yes{{/if}}', { a: '2026-01-02', b: '2026-01-10' }, 'yes'],
    ['{{#if (and a (not b))}}yes{{/if}}', { a: 1, b: [] }, 'yes'],
    ['{{#if (or a b)}}yes{{else}}no{{/if}}', { a: 0, b: '' }, 'no'],
    ['{{#unless (eq plan "pro")}}free{{/unless}}', { plan: 'basic' }, 'free'],
  ])('%s', (template, data, expected) => expect(fill(template, data)).toBe(expected));
});

describe('names of helpers', () => {
  it('alone are variables, also in blocks and as values', () => {
    const data = { number: 17, date: '2026-03-09', default: 'd', list: [{ number: 1 }, { number: 2 }] };
    expect(fill('{{number}} {{date date}} {{default}} {{#each list}}{{number}}{{/each}}', data)).toBe(
      '17 Mar 9, 2026 d 12',
    );
    expect(fill('{{#each list as |number|}}{{number.number}}{{/each}}', data)).toBe('12');
    expect(fill('{{#each names as |date|}}{{date}}{{/each}}', { names: ['a', 'b'] })).toBe('ab');
  });

  it.each([
    ['{{date}} {{date a b}}', 'helper "date" takes one value, it has 2'],
    ['{{#if (eq a)}}{{/if}}', 'helper "eq" takes 2 values, it has 1'],
    ['{{#date a}}{{/date}}', 'helper "date" is not a block'],
    ['{{date a format="x"}}', 'helper "date" has no option "format" (it knows style, zone)'],
    ['{{default a b c="d"}}', 'helper "default" has no option "c" (it has none)'],
    ['{{#if (and a)}}{{/if}}', 'helper "and" takes 2 to 20 values, it has 1'],
  ])('%s is refused', (template, message) => {
    expect(checkTemplate(template)?.message).toBe(message);
  });
});

describe('loops', () => {
  it('end where they would keep a worker busy', () => {
    const list = Array.from({ length: 400 }, (_, index) => index);
    const loops = '{{#each list}}{{#each ../list}}{{#each ../../list}}x{{/each}}{{/each}}{{/each}}';
    const begun = Date.now();
    expect(() => fill(loops, { list })).toThrow('its loops run more than 100,000 times');
    expect(Date.now() - begun).toBeLessThan(5000);
  });

  it('end where they would fill its memory', () => {
    const list = Array.from({ length: 5000 }, (_, index) => index);
    const big = 'x'.repeat(100_000);
    expect(() => fill('{{#each list}}{{../big}}{{/each}}', { list, big })).toThrow('5 million characters');
  });

  it('put no number into a text without end', () => {
    const words = '#'.repeat(1000);
    expect(() => fill('{{plural n other=words}}', { n: 1e300, words })).toThrow(
      'plural has more than 100 "#"',
    );
  });

  it('count characters, whatever a value says of its length', () => {
    expect(fill('{{#each list}}{{this}}{{/each}}', { list: [{ length: [20_000_001] }, 'a'] })).toBe('a');
  });

  it('may run as often as an honest template does', () => {
    const list = Array.from({ length: 1000 }, (_, index) => index);
    expect(fill('{{#each list}}{{this}},{{else}}none{{/each}}', { list })).toHaveLength(3890);
    expect(fill('{{#each list}}{{this}}{{else}}none{{/each}}', { list: [] })).toBe('none');
    expect(
      fill('{{#each map}}{{@key}}={{this}}{{#unless @last}};{{/unless}}{{/each}}', { map: { a: 1, b: 2 } }),
    ).toBe('a=1;b=2');
  });
});
