import { dateTimeFormat, numberFormat, pluralRules } from '../../../../../core/events/templates/formats';
import { renderTemplate } from '../../../../../core/events/templates/render-template';

it('a format is made once for a language and its options', () => {
  const date = dateTimeFormat('sv', { dateStyle: 'medium', timeZone: 'UTC' });
  expect(dateTimeFormat('sv', { dateStyle: 'medium', timeZone: 'UTC' })).toBe(date);
  expect(dateTimeFormat('de', { dateStyle: 'medium', timeZone: 'UTC' })).not.toBe(date);
  expect(dateTimeFormat('sv', { dateStyle: 'medium', timeZone: 'Asia/Tokyo' })).not.toBe(date);
  expect(numberFormat('sv', {})).toBe(numberFormat('sv', {}));
  expect(pluralRules('sv', {})).toBe(pluralRules('sv', {}));
});

it('what does not exist is refused each time', () => {
  for (let time = 0; time < 2; time += 1)
    expect(() => dateTimeFormat('sv', { timeZone: 'Mars/Olympus' })).toThrow(RangeError);
});

it('few are kept, however many a template names', () => {
  const first = numberFormat('en', { style: 'currency', currency: 'AAA' });
  const codes = Array.from(
    { length: 300 },
    (_, index) => `B${String.fromCharCode(65 + (index % 26), 65 + Math.floor(index / 26))}`,
  );
  for (const currency of codes) numberFormat('en', { style: 'currency', currency });
  expect(numberFormat('en', { style: 'currency', currency: 'AAA' })).not.toBe(first);
});

it('each of a list of amounts is in its own currency', () => {
  const amounts = [
    { amount: 1, code: 'EUR' },
    { amount: 2, code: 'USD' },
    { amount: 3, code: 'EUR' },
  ];
  const text = '{{#each amounts}}{{currency amount code}};{{/each}}';
  expect(renderTemplate('sms', { text }, { amounts }, { language: 'en', timezone: 'UTC' }).text).toBe(
    '€1.00;$2.00;€3.00;',
  );
});
