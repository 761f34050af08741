import { check } from '../../../../core/shared/schemas/check';
import { senderRecordsQuery } from '../../../../core/schemas/sender-records';

const LABEL = `s${'-_'.repeat(30)}x9`;

test('without the field no DKIM selector is checked', () => {
  expect(check(senderRecordsQuery, {})).toEqual({ ok: true, data: { selectors: [] } });
});

test.each([
  ['', []],
  [',', []],
  ['S1', ['S1']],
  ['s1,,s2,', ['s1', 's2']],
  ['1,b,c3.d,e,k_1-x.y.z', ['1', 'b', 'c3.d', 'e', 'k_1-x.y.z']],
  // Five of the longest label (RFC 1035 section 2.3.4).
  [`${LABEL},${LABEL},${LABEL},${LABEL},${LABEL}`, [LABEL, LABEL, LABEL, LABEL, LABEL]],
  [`a.${LABEL}.b`, [`a.${LABEL}.b`]],
])('%j names DKIM selectors, up to five', (text, selectors) => {
  expect(check(senderRecordsQuery, { selectors: text })).toEqual({ ok: true, data: { selectors } });
});

test.each([
  'a,b,c,d,e,f',
  's1, s2',
  's1,-s2',
  's1,s2-',
  '-',
  '_s1',
  's1_',
  's..1',
  '.s1',
  's1.',
  's.-1',
  's.1_',
  's1\n',
  's*',
  's.*',
  'ä',
  `${LABEL}x`,
  `s.${LABEL}x`,
])('%j is not a list of DKIM selectors', (selectors) => {
  expect(check(senderRecordsQuery, { selectors })).toEqual({
    ok: false,
    field: 'selectors',
    message: 'selectors must be at most 5 DKIM selectors, separated by commas.',
  });
});

test.each<[string, string, object]>([
  ['selectors', 'must be text, not an array', { selectors: ['s1', 's2'] }],
  ['selectors', 'must have at most 320 characters', { selectors: ','.repeat(321) }],
  ['selector', 'is not a known field. Known fields: selectors', { selector: 's1' }],
])('a query is refused: %s %s', (field, rule, query) => {
  expect(check(senderRecordsQuery, query)).toEqual({ ok: false, field, message: `${field} ${rule}.` });
});
