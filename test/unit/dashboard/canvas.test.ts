import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { categoryCompletions, tagCompletions } from '../../../dashboard/src/pages/events/code/completions';
import {
  namesInTags,
  declaredFields,
  namesInValue,
} from '../../../dashboard/src/pages/events/file/payload-fields';
import { placeOf } from '../../../dashboard/src/pages/events/file/path-at';
import { readFile } from '../../../dashboard/src/pages/events/file/read';
import { flowOf } from '../../../dashboard/src/pages/events/file/flow';
import { stepAt, withFaces } from '../../../dashboard/src/pages/events/steps/faces';
import { comparisonsFor, firstOf } from '../../../dashboard/src/pages/events/steps/comparisons';

const FILE = `name: shop
sequence:
  - send: { name: hello, channel: email }
  - wait: 1d
  - if:
      value: payload.plan
      is: pro
    then:
      - send: sms
templates:
  email:
    en:
      subject: Hi
      html: |
        <p>One</p>
        <p>Two</p>
  sms:
    en: { text: Hey }
`;

test.each<[number, readonly (string | number)[], number]>([
  [1, ['name'], 1],
  [3, ['sequence', 0, 'send'], 1],
  [7, ['sequence', 2, 'if', 'is'], 1],
  [9, ['sequence', 2, 'then', 0, 'send'], 1],
  [13, ['templates', 'email', 'en', 'subject'], 1],
  [16, ['templates', 'email', 'en', 'html'], 2],
  [18, ['templates', 'sms', 'en', 'text'], 1],
  [99, [], 99],
])('line %i of a file belongs to its deepest value', (line, path, textLine) => {
  expect(placeOf(FILE, line)).toEqual({ path, textLine });
});

test('a problem is counted at its step, and at each SEND that uses its template', () => {
  const { value } = readFile(FILE);
  const places = [4, 7, 16].map((line) => placeOf(FILE, line).path);
  const [hello, wait, asked] = withFaces(flowOf(value), value, places);
  expect(hello?.face).toEqual({ channel: 'email', line: 'Hi', problems: 1 });
  expect([wait?.face?.problems, asked?.face?.problems]).toEqual([1, 1]);
  expect(asked?.branches[0]?.steps[0]?.face).toEqual({ channel: 'sms', line: 'Hey', problems: 0 });
  expect(stepAt(flowOf(value), value, ['templates', 'sms', 'en'])?.title).toBe('Send by sms');
});

test('fields are those that a payload declares, names those of examples and of tags', () => {
  const payload = {
    properties: {
      plan: { type: 'string', enum: ['free', 'pro'] },
      order: { type: ['object', 'null'], properties: { total: { type: 'number' } } },
    },
  };
  expect(declaredFields(payload, 'payload.')).toEqual([
    { path: 'payload.plan', types: ['string'], values: ['free', 'pro'] },
    { path: 'payload.order', types: ['object', 'null'] },
    { path: 'payload.order.total', types: ['number'] },
  ]);
  expect(namesInValue({ a: { b: 1 }, c: [] })).toEqual(['a', 'a.b', 'c']);
  expect(namesInTags('{{date order.at style="long"}} {{#if x}} {{name | Guest}} plain')).toEqual([
    ...['date', 'order.at', 'if', 'x', 'name'],
  ]);
});

test('comparisons fit the type of a field, and begin with one of its values', () => {
  const field = { path: 'payload.plan', types: ['string'], values: ['free', 'pro'] };
  expect(firstOf(field)).toEqual({ value: 'payload.plan', is: 'free' });
  expect(firstOf({ path: 'payload.paid', types: ['boolean'] })).toEqual({ value: 'payload.paid', is: true });
  expect(comparisonsFor(field, 'is').map(({ value }) => value)).not.toContain('at_least');
  // What the file has stays, although it does not fit.
  expect(comparisonsFor(field, 'at_least').map(({ value }) => value)).toContain('at_least');
});

test.each<[string, string[] | null]>([
  ['<p>{{pl', ['plan', 'date']],
  ['{{#', ['#if']],
  ['{{', ['plan', 'date']],
  ['{{plan}} pl', null],
  ['pl', null],
])('names are completed in %s', async (text, labels) => {
  const names = {
    variables: ['plan'],
    helpers: [
      { name: 'date', block: false, options: ['style'] },
      { name: 'if', block: true, options: [] },
    ],
  };
  const context = new CompletionContext(EditorState.create({ doc: text }), text.length, false);
  const found = await tagCompletions(() => names)(context);
  expect(found?.options.map(({ label }) => label) ?? null).toEqual(labels);
});

test.each<[string, string[] | null]>([
  ['name: a\ncategory: ne', ['news']],
  ['category: "', ['news']],
  ['category:', null],
  ['  category: ne', null],
  ['category: news # x', null],
])('categories are completed in %j', async (text, labels) => {
  const context = new CompletionContext(EditorState.create({ doc: text }), text.length, false);
  const found = await categoryCompletions(() => ['news'])(context);
  expect(found?.options.map(({ label }) => label) ?? null).toEqual(labels);
});
