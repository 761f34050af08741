import { columnsOf, csvFields, csvRecipient } from '../../../../core/sending/csv';
import type { PayloadSchema } from '../../../../core/events/payload/schema';

test.each([
  ['a,b,c', ['a', 'b', 'c']],
  ['a,,', ['a', '', '']],
  ['', ['']],
  ['"a,b","say ""hi""","two\nlines"', ['a,b', 'say "hi"', 'two\nlines']],
  ['"",x', ['', 'x']],
  ['a"b,c', null],
  ['"a"b,c', null],
  ['"a,b', null],
])('BULK-6: the record %j has the fields %j', (record, fields) => {
  expect(csvFields(record)).toEqual(fields);
});

test('BULK-6: a long quoted field is read', () => {
  const long = '""x\n'.repeat(60_000);
  expect(csvFields(`"${long}",b`)).toEqual([long.replaceAll('""', '"'), 'b']);
});

test.each([
  ['email;name', 'separated by commas'],
  ['email,,name', 'no name for column 2'],
  ['email,name,email', 'the column email twice'],
  ['email,payload', 'must name the fields of payload'],
  ['email,payload.a,payload.a.b', 'payload.a.b within another one'],
  ['email,payload.', 'no name for column 2'],
  ['email,payload.__proto__', '__proto__'],
  ['"email,name', 'a quote is missing'],
])('BULK-6: the header %j is refused: %s', (header, problem) => {
  expect(columnsOf(header)).toEqual({ problem: expect.stringContaining(problem) });
});

const DECLARED: PayloadSchema = {
  properties: {
    total: { type: ['number'] },
    paid: { type: ['boolean'] },
    zip: { type: ['string', 'number'] },
    order: { type: ['object'], properties: { items: { type: ['integer'] } } },
  },
};

test.each([
  [DECLARED, { total: 12.5, paid: true, zip: '0123', order: { items: 3 }, note: '7' }],
  [undefined, { total: '12.5', paid: 'true', zip: '0123', order: { items: '3' }, note: '7' }],
])('BULK-6: values of the payload have the types that the event declares', (declared, payload) => {
  const header =
    'email, name,payload.total,payload.paid,payload.zip,payload.order.items,payload.note,metadata.a.b';
  const read = columnsOf(header);
  if ('problem' in read) throw new Error(read.problem);
  const recipient = csvRecipient(
    read.columns,
    ['a@b.example', '', '12.5', 'true', '0123', '3', '7', 'x'],
    declared,
  );
  expect(recipient).toEqual({ email: 'a@b.example', payload, metadata: { a: { b: 'x' } } });
});

test.each(['12,5', '1e999', '0x10', '9007199254740993', ''])('BULK-6: %j is no number', (text) => {
  const read = columnsOf('payload.total');
  if ('problem' in read) throw new Error(read.problem);
  expect(csvRecipient(read.columns, [text], DECLARED)).toEqual(
    text === '' ? {} : { payload: { total: text } },
  );
});
