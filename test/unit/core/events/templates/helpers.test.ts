import { checkTemplate } from '../../../../../core/events/templates/check-template';
import { renderTemplate } from '../../../../../core/events/templates/render-template';
import { processorMs } from '../../../../support/processor-time';

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
    ['{{time when style="medium"}}', 'en', 'UTC', '10:30:00 PM'],
    ['{{datetime when zone="America/New_York"}}', 'en', 'UTC', 'Mar 9, 2026, 6:30 PM'],
    ['{{datetime when style="full"}}', 'en', 'UTC', 'Monday, March 9, 2026 at 10:30 PM'],
    ['{{date when zone=nowhere}}', 'sv', 'Asia/Tokyo', '10 mars 2026'],
    ['{{date "2026-03-09" zone="America/New_York"}}', 'en', 'UTC', 'Mar 9, 2026'],
  ])('%s in %s and %s', (template, language, timezone, expected) => {
    expect(fill(template, { when }, language, timezone)).toBe(expected);
  });

  it('take milliseconds, and a day without a time is that day everywhere', () => {
    expect(fill('{{date when}}', { when: Date.parse(when) })).toBe('Mar 9, 2026');
    expect(fill('{{date when}}', { when: '2026-03-09' }, 'en', 'America/Los_Angeles')).toBe('Mar 9, 2026');
  });

  it.each([
    ...['2026-02-30', '2026-13-01', '2025-02-29', '2026-04-31T10:00:00Z', 'foo 7', '9.3.2026', '3/9/2026'],
    ...[
      'March 9, 2026',
      '2026',
      '7',
      '2026-03-09x',
      '2026-03-09T25:00:00Z',
      {},
      [],
      ['2026-03-09'],
      true,
      9e15,
    ],
  ])('fail on %j', (when) => {
    expect(() => fill('{{date when}}', { when })).toThrow('the value is not a date (write ISO 8601)');
  });

  it.each([
    ['2024-02-29', 'Feb 29, 2024, 12:00 AM'],
    ['2026-03-09T22:30Z', 'Mar 9, 2026, 10:30 PM'],
    ['2026-03-09 22:30:15.123456+02:00', 'Mar 9, 2026, 8:30 PM'],
    ['2026-03-09t22:30:15,5-0130', 'Mar 10, 2026, 12:00 AM'],
    ['2026-03-09T22:30:15+02', 'Mar 9, 2026, 8:30 PM'],
  ])('read %s', (when, expected) => {
    expect(fill('{{datetime when}}', { when })).toBe(expected);
  });

  it('fail on what is no date, and print nothing for nothing', () => {
    expect(() => fill('{{date when}}', { when: 'soon' })).toThrow('the value is not a date (write ISO 8601)');
    expect(() => fill('{{date when zone="Mars/Olympus"}}', { when })).toThrow('sms text: a helper failed');
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
    ['{{number n decimals=0}}', 'en', '1,235'],
    ['{{number 1 decimals=20}}', 'en', '1.00000000000000000000'],
    ['{{number n style="decimal"}}', 'en', '1,234.5'],
    ['{{currency n "EUR" decimals=0}}', 'en', '€1,235'],
  ])('%s in %s', (template, language, expected) => {
    expect(fill(template, { n: 1234.5, code: 'GBP', text: '7' }, language)).toBe(expected);
  });

  it.each([{}, { a: 1 }, [], [7], true, ' ', '\n', 'x7', '7 EUR'])('fail on %j', (n) => {
    for (const template of ['{{number n}}', '{{currency n "EUR"}}', '{{plural n other="#"}}'])
      expect(() => fill(template, { n })).toThrow('the value is not a number');
  });

  it.each([
    ['{{currency n "EUR"}}', 'de', '1.234,50 €'],
    ['{{currency n "EUR"}}', 'fr', '1 234,50 €'],
    ['{{number m}}', 'sv', '-1 234,5'],
    ['{{number n}}', 'de-CH', "1'234.5"],
    ['{{time when}}', 'en', '10:30 PM'],
    ['{{plural n other="# €"}}', 'fr', '1 234,5 €'],
  ])('in an SMS have only signs of GSM-7: %s in %s', (text, language, expected) => {
    const data = { n: 1234.5, m: -1234.5, when: '2026-03-09T22:30:00Z' };
    expect(renderTemplate('sms', { text }, data, { language }).text).toBe(expected);
  });

  it('elsewhere have the spaces of the language', () => {
    const { text } = renderTemplate('push', { text: '{{currency n "EUR"}}' }, { n: 5 }, { language: 'de' });
    expect(text).toBe('5,00\u00a0€');
  });

  it('fail on what is no number or currency, and print nothing for nothing', () => {
    expect(() => fill('{{number n}}', { n: 'many' })).toThrow('the value is not a number');
    expect(() => fill('{{number n}}', { n: { a: 1 } })).not.toThrow(/object Object/);
    expect(() => fill('{{currency 1 "euros"}}')).toThrow('ISO 4217');
    for (const decimals of [-1, 1.5, 21, 99])
      expect(() => fill('{{number 1 decimals=d}}', { d: decimals })).toThrow('decimals must be 0 to 20');
    expect(() => fill('{{number "Infinity"}}')).toThrow('the value is not a number');
    expect(() => fill('{{number 1 style="currency"}}')).toThrow('style must be one of decimal, percent');
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

  it('wants a form for the rest, and a number', () => {
    expect(fill('{{plural 0 one="# day" other="# days"}}[{{plural n other="#"}}]')).toBe('0 days[]');
    expect(() => fill('{{plural 2 one="a"}}')).toThrow('plural needs other');
    expect(() => fill('{{plural "a" other="#"}}')).toThrow('the value is not a number');
  });
});

describe('default, comparisons and case', () => {
  it.each([
    ['{{default name "friend"}}', {}, 'friend'],
    ['{{default name "friend"}}', { name: '' }, 'friend'],
    ['{{default name "friend"}}', { name: 'Ada' }, 'Ada'],
    ['{{default n 7}}', { n: 0 }, '0'],
    ['{{name | Guest}}', {}, 'Guest'],
    ['{{ name|dear friend }}!', { name: null }, 'dear friend!'],
    ['{{name | Guest}}', { name: '' }, 'Guest'],
    ['{{name | Guest}}', { name: 'Ada' }, 'Ada'],
    ['{{n | 7}}', { n: 0 }, '0'],
    ['{{name | it\'s "x"}}', {}, 'it\'s "x"'],
    ['{{name | "Guest"}} {{name | \'Guest\'}}', {}, 'Guest Guest'],
    ['a {{~ name | Guest ~}} b{{name |}}.', {}, 'aGuestb.'],
    ['{{number | none}} {{date | none}} {{default | none}}', { date: 'd' }, 'none d none'],
    ['\\{{name | x}} \\\\{{name | x}}', {}, '{{name | x}} \\x'],
    [
      '{{#each l as |x i|}}{{x.a | none}} at {{i | no}}, {{/each}}',
      { l: [{ a: 1 }, {}] },
      '1 at 0, none at 1,',
    ],
    ['{{contact.[full name] | you}} {{@root.name | x}} {{elsewhere | y}}', {}, 'you x y'],
    ['{{uppercase name}} {{lowercase name}}', { name: 'Ada' }, 'ADA ada'],
    [
      '?q={{urlencode q}}&n={{urlencode 7}}',
      { q: "a&b c/ü!'()*~" },
      '?q=a%26b%20c%2F%C3%BC%21%27%28%29%2A~&n=7',
    ],
    ['[{{urlencode missing}}]', {}, '[]'],
    ['{{#if (eq n "3")}}yes{{else}}no{{/if}}', { n: 3 }, 'yes'],
    ['{{#if (ne a b)}}yes{{else}}no{{/if}}', {}, 'no'],
    ['{{#if (gt n 2)}}yes{{else}}no{{/if}}', { n: '10' }, 'yes'],
    ['{{#if (lte n 2)}}yes{{else}}no{{/if}}', { n: 2 }, 'yes'],
    ['{{#if (lt missing 2)}}yes{{else}}no{{/if}}', {}, 'no'],
    ['{{#if (lt a b)}}yes{{/if}}', { a: '2026-01-02', b: '2026-01-10' }, 'yes'],
    ['{{#if (and a (not b))}}yes{{/if}}', { a: 1, b: [] }, 'yes'],
    ['{{#if (or a b)}}yes{{else}}no{{/if}}', { a: 0, b: '' }, 'no'],
    ['{{#if (or a b)}}yes{{else}}no{{/if}}', { a: 0, b: 1 }, 'yes'],
    ['{{#if (and a b)}}yes{{else}}no{{/if}}', { a: 1, b: [] }, 'no'],
    ['{{#if (not a)}}yes{{else}}no{{/if}}', { a: ['x'] }, 'no'],
    ['{{#if (eq a b)}}yes{{else}}no{{/if}}', { b: '' }, 'yes'],
    ['{{#if (eq a "undefined")}}yes{{else}}no{{/if}}', {}, 'no'],
    ['{{#if (eq "undefined" a)}}yes{{else}}no{{/if}}', {}, 'no'],
    ['{{#if (ne n "3")}}yes{{else}}no{{/if}}', { n: 3 }, 'no'],
    ['{{#if (gt n 2)}}yes{{else}}no{{/if}}', { n: 2 }, 'no'],
    ['{{#if (gte n 2)}}yes{{else}}no{{/if}}', { n: 2 }, 'yes'],
    ['{{#if (gte n 2)}}yes{{else}}no{{/if}}', { n: 1 }, 'no'],
    ['{{#if (lt n 2)}}yes{{else}}no{{/if}}', { n: 2 }, 'no'],
    ['{{#if (lte n 2)}}yes{{else}}no{{/if}}', { n: 3 }, 'no'],
    ['{{#if (gt missing "a")}}yes{{else}}no{{/if}}', {}, 'no'],
    ['{{#if (lt "a" missing)}}yes{{else}}no{{/if}}', {}, 'no'],
    ['{{#if (lt "10" "9a")}}yes{{else}}no{{/if}}', {}, 'yes'],
    ['[{{uppercase missing}}]', {}, '[]'],
    ['{{#unless (eq plan "pro")}}free{{/unless}}', { plan: 'basic' }, 'free'],
  ])('%s', (template, data, expected) => expect(fill(template, data)).toBe(expected));
});

it('case is that of the language', () => {
  expect(fill('{{uppercase "i"}}{{lowercase "I"}}', {}, 'tr')).toBe('İı');
});

describe('names of helpers', () => {
  it('alone are variables, also in blocks and as values', () => {
    const data = { number: 17, date: '2026-03-09', default: 'd', list: [{ number: 1 }, { number: 2 }] };
    expect(fill('{{number}} {{date date}} {{default}} {{#each list}}{{number}}{{/each}}', data)).toBe(
      '17 Mar 9, 2026 d 12',
    );
    expect(fill('{{#each list as |number|}}{{number.number}}{{/each}}', data)).toBe('12');
    expect(fill('{{#each names as |date|}}{{date}}{{/each}}{{date}}', { names: ['a', 'b'], date: '!' })).toBe(
      'ab!',
    );
    expect(fill('{{#each list}}{{../number}} {{./number}};{{/each}}', data)).toBe('17 1;17 2;');
    expect(fill('{{date.day}} {{this.date.day}}', { date: { day: 9 } })).toBe('9 9');
    expect(
      fill('{{log}} {{helperMissing}} {{blockHelperMissing}}', {
        log: 1,
        helperMissing: 2,
        blockHelperMissing: 3,
      }),
    ).toBe('1 2 3');
  });

  it.each([
    ['{{number}} {{date date}} {{default}} {{#each list}}{{number}}{{/each}}', '17 Mar 9, 2026 &lt;d&gt; 12'],
    ['{{#each list as |number|}}{{number.number}}{{/each}} {{number}}', '12 17'],
    ['{{#each names as |date|}}{{date}}{{/each}} {{date}} {{{default}}}', 'ab 2026-03-09 <d>'],
    ['{{#each list}}{{../number}} {{./number}} {{this.number}};{{/each}}', '17 1 1;17 2 2;'],
    ['{{at.day}} {{uppercase.number}} {{uppercase default}}', '9 3 &lt;D&gt;'],
    ['{{"number"}} {{[date]}} {{log}}', '17 2026-03-09 1'],
  ])('alone are variables in HTML: %s', (html, expected) => {
    const values = {
      number: 17,
      date: '2026-03-09',
      default: '<d>',
      at: { day: 9 },
      uppercase: { number: 3 },
    };
    const data = { ...values, list: [{ number: 1 }, { number: 2 }], names: ['a', 'b'], log: 1 };
    expect(checkTemplate(html)).toBeUndefined();
    const rendered = renderTemplate('email', { subject: 's', html }, data, {
      language: 'en',
      timezone: 'UTC',
    });
    expect(rendered.html).toBe(expected);
  });

  it.each([
    ['{{date}} {{date a b}}', 'helper "date" takes one value, it has 2'],
    ['{{#if (eq a)}}{{/if}}', 'helper "eq" takes 2 values, it has 1'],
    ['{{#date a}}{{/date}}', 'helper "date" is not a block'],
    ['{{date a format="x"}}', 'helper "date" has no option "format" (it knows style, zone)'],
    ['{{default a b c="d"}}', 'helper "default" has no option "c" (it has none)'],
    ['{{#if (date)}}{{/if}}', 'helper "date" takes one value, it has 0'],
    ['{{date zone="x"}}', 'helper "date" takes one value, it has 0'],
    ['{{#if (and a)}}{{/if}}', 'helper "and" takes 2 to 20 values, it has 1'],
  ])('%s is refused', (template, message) => {
    expect(checkTemplate(template)?.message).toBe(message);
  });
});

describe('loops', () => {
  it('end where they would keep a worker busy', async () => {
    const list = Array.from({ length: 400 }, (_, index) => index);
    const loops = '{{#each list}}{{#each ../list}}{{#each ../../list}}x{{/each}}{{/each}}{{/each}}';
    const took = await processorMs(() =>
      expect(() => fill(loops, { list })).toThrow('its loops run more than 100,000 times'),
    );
    expect(took).toBeLessThan(5000);
  });

  it('end where they would fill its memory', () => {
    const list = Array.from({ length: 5000 }, (_, index) => index);
    const big = 'x'.repeat(100_000);
    expect(() => fill('{{#each list}}{{../big}}{{/each}}', { list, big })).toThrow('5 million characters');
  });

  it('may go as far as their bounds', () => {
    const text = '{{#each list}}{{this}}{{/each}}';
    expect(fill(text, { list: Array(100_000).fill('') })).toBe('');
    expect(() => fill(text, { list: Array(100_001).fill('') })).toThrow(
      'its loops run more than 100,000 times',
    );
    const million = 'x'.repeat(1_000_000);
    expect(fill(text, { list: Array(5).fill(million) })).toHaveLength(5_000_000);
    expect(() => fill(text, { list: [...Array<string>(5).fill(million), 'x'] })).toThrow(
      'its loops make more than 5 million characters',
    );
  });

  it('put no number into a text without end', () => {
    expect(fill('{{plural 1 other=words}}', { words: '#'.repeat(99) })).toBe('1'.repeat(99));
    expect(() => fill('{{plural 1 other=words}}', { words: '#'.repeat(100) })).toThrow(
      'plural has more than',
    );
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
