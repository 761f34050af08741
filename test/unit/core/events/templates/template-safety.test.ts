import fc from 'fast-check';
import { buildVariables } from '../../../../../core/events/templates/variables';
import { renderTemplate } from '../../../../../core/events/templates/render-template';
import { anyText } from '../../../../support/any-text';
import { rounds } from '../../../../support/property-runs';

const variables = (payload: Record<string, unknown>) =>
  buildVariables({ payload, contact: {}, app: { name: 'Demo' }, event: 'e', notificationId: 'n' });
const sms = (text: string, payload: Record<string, unknown>) =>
  renderTemplate('sms', { text }, variables(payload)).text;
const html = (source: string, payload: Record<string, unknown>) =>
  renderTemplate('email', { subject: 's', html: source }, variables(payload)).html;

const DANGEROUS = [
  'constructor',
  '__proto__',
  'prototype',
  '__defineGetter__',
  '__lookupGetter__',
  'toString',
  'valueOf',
  'toHTML',
  'hasOwnProperty',
  'call',
];
/** Any JSON a caller may send, with a liking for the keys that have harmed others. */
const key = fc.oneof(fc.constantFrom(...DANGEROUS), fc.constantFrom('a', 'b', 'length'), fc.string());
const { tree: json } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      fc.string(),
      fc.constantFrom('<script>', '"', "'", '&lt;', '`', '<!--'),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('tree')), { maxLength: 3 }).map(ownKeys),
  ),
}));
const payload = fc.array(fc.tuple(key, json), { maxLength: 4 }).map(ownKeys);

/** As JSON.parse makes it: `__proto__` is a key like others. */
function ownKeys(entries: [string, unknown][]): Record<string, unknown> {
  return JSON.parse(
    `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`,
  ) as Record<string, unknown>;
}

describe('what Handlebars and this service keep beside the data', () => {
  const NAMES = [
    ...[
      'rendering',
      'rendering.budget',
      'rendering.context',
      '_parent',
      '_parent.rendering',
      'partial-block',
      'level',
      'exec',
    ],
    ...[
      'contextPath',
      'blockParams',
      'decorators',
      'helpers',
      'date',
      'if',
      'eq',
      'escape',
      'print',
      'nothing',
    ],
    ...DANGEROUS,
  ];
  const reads = (name: string): string[] => [
    `{{@${name}}}`,
    `{{{@${name}}}}`,
    `{{@../${name}}}`,
    `{{@${name}.rounds}}{{@${name}.language}}{{@${name}.root.app.name}}`,
    `{{lookup @${name} "rounds"}}`,
    `{{#with @${name}}}{{rounds}}{{language}}{{/with}}`,
    `{{#each @${name}}}{{@key}}{{/each}}`,
    `{{#@${name}}}x{{/@${name}}}`,
    `{{#if @${name}}}x{{/if}}`,
  ];

  it.each(NAMES)('is not read as @%s, at the top or in loops', (name) => {
    for (const source of reads(name)) {
      expect({ source, read: sms(source, { a: [[1]] }) }).toEqual({ source, read: '' });
      const inLoops = `{{#each a}}{{#each this}}${source}{{/each}}{{/each}}`;
      expect({ source, read: sms(inLoops, { a: [[1]] }) }).toEqual({ source, read: '' });
      expect({ source, read: html(inLoops, { a: [[1]] }) }).toEqual({ source, read: '' });
    }
  });

  it('is not among the names of the root, of this, or of a lookup', () => {
    const keys = 'app contact event notification payload'.split(' ');
    const all = sms('{{#each @root}}{{@key}} {{/each}}', {})!.trim().split(' ');
    expect(all).toEqual(expect.arrayContaining(keys));
    for (const name of ['budget', 'context', 'rounds', ...DANGEROUS])
      expect(sms(`{{${name}}}{{this.${name}}}{{lookup this "${name}"}}{{lookup @root "${name}"}}`, {})).toBe(
        '',
      );
  });

  it('is not called as a helper', () => {
    for (const source of ['{{[@print]}}', '{{[@escape] a}}', '{{#[@escape]}}x{{/[@escape]}}'])
      expect(() => sms(source, {})).toThrow('unknown helper');
  });

  it('leaves @root, @key, @index, @first and @last, and what helpers know of the recipient', () => {
    const source =
      '{{#each a}}{{@index}}{{@key}}{{@first}}{{@last}}{{@root.b}}{{@../b}} {{date "2026-03-01"}};{{/each}}';
    expect(sms(source, { a: [1, 2], b: 'x' })).toBe('00truefalsex Mar 1, 2026;11falsetruex Mar 1, 2026;');
  });
});

describe('a payload', () => {
  it('never breaks out of HTML, whatever it is', () => {
    const template =
      '\u0001{{a}}\u0001{{payload}}\u0001{{#each payload}}{{this}}{{@key}}{{/each}}\u0001{{lookup payload "b"}}\u0001{{#a}}{{.}}{{/a}}\u0001';
    fc.assert(
      fc.property(payload, (data) => {
        expect(html(template, data)).not.toMatch(/[<>"'`]|&(?!amp;|lt;|gt;|quot;|#x27;|#x60;|#x3D;)/);
      }),
      rounds(2),
    );
  });

  it('comes back unchanged when the HTML is unescaped', () => {
    fc.assert(
      fc.property(anyText(), (name) => {
        const unescaped = html('{{name}}', { name })!.replace(
          /&(amp|lt|gt|quot|#x27|#x60|#x3D);/g,
          (_all, entity: string) =>
            ({ amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#x60': '`', '#x3D': '=' })[entity]!,
        );
        expect(unescaped).toBe(name);
      }),
    );
  });

  it('never makes rendering fail or print code, whatever its keys are', () => {
    const paths = DANGEROUS.flatMap((name) => [
      `{{${name}}}`,
      `{{a.${name}}}`,
      `{{payload.${name}}}`,
      `{{contact.${name}}}`,
      `{{lookup a "${name}"}}`,
    ]);
    // Values are kept apart: `=` and `>` side by side would look like the code of a function.
    const template = `${paths.join('\u0001')}\u0001{{a}}\u0001{{this}}\u0001{{#each this}}{{this}}\u0001{{/each}}{{#with a}}{{constructor.name}}{{/with}}`;
    fc.assert(
      fc.property(payload, (data) => {
        // A payload that says such a thing itself proves nothing.
        fc.pre(!/\[native code\]|\[object|function |=>/.test(JSON.stringify(data)));
        expect(sms(template, data)).not.toMatch(/\[native code\]|\[object|function |=>/);
        expect(html(template, data)).not.toMatch(/\[native code\]|\[object/);
      }),
      rounds(1),
    );
  });

  it('never changes a prototype', () => {
    fc.assert(
      fc.property(payload, (data) => {
        html('{{a}}', data);
        expect(Object.keys(Object.prototype)).toEqual([]);
        expect(({} as Record<string, unknown>)['a']).toBeUndefined();
      }),
    );
  });
});

describe('a template', () => {
  it.each([
    '{{constructor}}',
    '{{constructor.name}}',
    '{{a.constructor.name}}',
    '{{a.__proto__.constructor}}',
    '{{__proto__.constructor}}',
    '{{this.constructor.constructor}}',
    '{{lookup this "constructor"}}',
    '{{lookup (lookup a "__proto__") "constructor"}}',
    '{{#with constructor}}{{name}}{{/with}}',
    '{{#each __proto__}}{{this}}{{/each}}',
    '{{#with "text"}}{{constructor.name}}{{sub}}{{/with}}',
    '{{text.constructor.name}}{{text.toUpperCase}}{{list.map}}{{list.constructor.name}}',
    '{{@root.constructor.name}}{{@root.__proto__.toString}}',
    '{{this.[constructor].name}}',
    '{{a.toString}}{{a.valueOf}}{{a.hasOwnProperty}}{{a.toHTML}}',
    '{{helperMissing}}{{blockHelperMissing}}{{log}}',
    '{{process.env}}{{global.process}}{{require}}',
  ])('reaches nothing but its data: %s', (template) => {
    expect(sms(template, { a: { x: 1 }, text: 'q', list: [] })).toBe('');
  });

  it('sees a payload key called constructor as the data that it is', () => {
    const data = ownKeys([
      ['constructor', 'builder'],
      ['__proto__', { name: 'proto' }],
    ]);
    expect(sms('{{constructor}} {{payload.__proto__.name}} {{lookup payload "constructor"}}', data)).toBe(
      'builder proto builder',
    );
  });

  it('never calls a function that got into its data', () => {
    const called = jest.fn(() => 'called');
    expect(sms('{{f}}{{a.f}}{{#f}}x{{/f}}{{#if f}}y{{/if}}', { f: called, a: { f: called } })).toBe('');
    expect(called).not.toHaveBeenCalled();
  });

  it('never takes data for text that needs no escaping', () => {
    const data = { a: { toHTML: () => '<script>', string: '<script>' }, b: { toString: () => '<script>' } };
    expect(html('{{a}}{{b}}', data)).toBe('');
    expect(html('{{a}}', { a: { toHTML: '<script>' } })).toBe('');
  });
});
