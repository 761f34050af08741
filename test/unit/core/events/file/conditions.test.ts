import { parseEventFile } from '../../../../../rendering/event-files';

const FILE = `templates: { sms: { en: { text: Hi } } }
payload:
  required: [plan, order, loose]
  properties:
    plan: { enum: [free, team, 5] }
    only: { const: pro }
    count: { type: integer, minimum: 1, maximum: 10 }
    share: { type: number, exclusiveMinimum: 0, exclusiveMaximum: 1 }
    note: { type: [string, 'null'], maxLength: 4 }
    paid: { type: boolean }
    tags: { type: array, items: { enum: [new, old] } }
    either: { type: [string, array], items: { type: integer } }
    open: {}
    map: { additionalProperties: { type: integer } }
    size: { enum: [1, 2, 3] }
    loose: {}
    order:
      type: object
      required: [id]
      properties: { id: { type: string }, note: { type: string } }
sequence:
  - if:
      any:
        - value: VALUE
          COMPARISON
    then: [{ send: sms }]
`;
const parse = (value: string, comparison: string) =>
  parseEventFile('e.yaml', FILE.replace('VALUE', value).replace('COMPARISON', comparison));
const AT = 'sequence[0].if.any[0]';

it.each([
  ['payload.plan', 'is: premium', 'is', 'must be one of free, team, 5'],
  ['payload.plan', 'is: tean', 'is', 'must be one of free, team, 5, did you mean "team"?'],
  ['payload.plan', "is: '5'", 'is', 'must be one of free, team, 5 (remove the quotes)'],
  ['payload.plan', 'in: [premium, gold]', 'in', 'must be one of free, team, 5'],
  ['payload.plan', 'contains: x', 'contains', 'must be one of free, team, 5'],
  ['payload.only', 'is: prp', 'is', 'must be pro, did you mean "pro"?'],
  ['payload.only', 'at_least: 1', 'at_least', 'must be pro'],
  ['payload.count', "is: '5'", 'is', 'must be an integer, not text (remove the quotes)'],
  ['payload.count', 'is: 5.5', 'is', 'must be an integer'],
  ['payload.count', 'is: 11', 'is', 'must be at most 10'],
  ['payload.count', 'at_least: 11', 'at_least', 'must be at most 10'],
  ['payload.count', 'at_most: 0', 'at_most', 'must be at least 1'],
  ['payload.count', 'contains: 5', 'contains', 'is an integer, and only texts and lists contain something'],
  ['payload.share', 'at_least: 1', 'at_least', 'must be less than 1'],
  ['payload.share', 'at_most: 0', 'at_most', 'must be more than 0'],
  ['payload.size', 'at_least: 4', 'at_least', 'must be one of 1, 2, 3'],
  ['payload.note', 'is: 5', 'is', 'must be text or null, not a number (put it in quotes)'],
  ['payload.note', 'contains: 12345', 'contains', 'must have at most 4 characters'],
  ['payload.note', 'at_most: 5', 'at_most', 'is text or null, and only numbers have a size'],
  ['payload.paid', "is: 'true'", 'is', 'must be true or false, not text (remove the quotes)'],
  [
    'payload.tags',
    'contains: nwe',
    'contains',
    'has entries, of which each must be one of new, old, did you mean "new"?',
  ],
  ['payload.tags', 'is: new', 'is', 'must be an array, not text'],
  ['payload.map.any', 'is: x', 'is', 'must be an integer, not text'],
  ['contact.email', 'is: 5', 'is', 'must be text or null, not a number (put it in quotes)'],
])('a push refuses %s with %s, which is never true', (value, comparison, key, rule) =>
  expect(parse(value, comparison)).toEqual({
    ok: false,
    problems: [{ file: 'e.yaml', line: 25, message: `"${AT}.${key}" is never true: "${value}" ${rule}` }],
  }),
);

it.each([
  ['payload.plan', 'is: free'],
  ['payload.plan', 'is: 5'],
  ['payload.plan', 'contains: re'],
  ['payload.plan', 'at_least: 5'],
  ['payload.only', 'exists: false'],
  ['payload.open.deep', 'exists: false'],
  ['payload.loose', 'exists: false'],
  ['payload.order.note', 'exists: false'],
  ['contact.name', 'exists: false'],
  ['payload.count', 'is: 10'],
  ['payload.count', 'at_least: 10'],
  ['payload.share', 'at_most: 0.5'],
  ['payload.note', 'contains: 5'],
  ['payload.tags', 'contains: old'],
  ['payload.tags.length', 'at_least: 1'],
  ['payload.tags.0', 'is: new'],
  ['payload.either', 'contains: x'],
  ['payload.open', "is: '5'"],
  ['payload.open.a', 'at_least: 2'],
  ['contact.meta.tier', 'at_least: 2'],
  ['contact.language', 'in: [de, fr]'],
])('a push takes %s with %s', (value, comparison) =>
  expect(parse(value, comparison)).toMatchObject({ ok: true, warnings: [] }),
);

it.each([
  ['payload.plan', 'is_not: premium', 'is_not', 'is always true'],
  ['payload.plan', 'in: [premium, free]', 'in[0]', 'has no effect'],
])('a push warns of %s with %s', (value, comparison, key, effect) =>
  expect(parse(value, comparison)).toMatchObject({
    ok: true,
    warnings: [
      {
        line: 25,
        message: `"${AT}.${key}" ${effect}: "${value}" must be one of free, team, 5`,
      },
    ],
  }),
);

it('a push takes any comparison of a payload that is not declared', () => {
  const file = FILE.replace(/payload:[^]*(?=sequence:)/, '');
  const parsed = parseEventFile(
    'e.yaml',
    file.replace('VALUE', 'payload.a.b').replace('COMPARISON', "is: '5'"),
  );
  expect(parsed).toMatchObject({ ok: true, warnings: [] });
});

it.each([
  ['payload.plan', 'exists: false', 'is never true'],
  ['payload.plan', 'exists: true', 'is always true'],
  ['payload.order.id', 'exists: false', 'is never true'],
])('a push warns of %s with %s, because the payload requires it', (value, comparison, effect) =>
  expect(parse(value, comparison)).toMatchObject({
    ok: true,
    warnings: [{ line: 25, message: `"${AT}.exists" ${effect}: "${value}" is required` }],
  }),
);
