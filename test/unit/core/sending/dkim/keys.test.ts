import { type DkimKey, MAX_DKIM_KEYS, newSelector, signingKey } from '../../../../../core/sending/dkim/key';
import { dkimRecords, needsRecord } from '../../../../../core/sending/dkim/needed-records';
import { dkimRecordText, judgeDkimRecord, textStrings } from '../../../../../core/sending/dkim/record';
import { refusalOfNewKey, refusalOfRemoval } from '../../../../../core/sending/dkim/rotation';

const DAY_MS = 86_400_000;
const began = new Date('2026-11-27T08:00:00Z');
const after = (days: number) => new Date(began.getTime() + days * DAY_MS);
const PUBLIC = 'MIIBIjANBgkq'.repeat(33);
const key = (selector: string, state: DkimKey['state'], domain = 'example.com'): DkimKey => ({
  ...{ domain, selector, state, publicKey: PUBLIC, sealed: 'sealed', createdAt: began },
  ...{ activeSince: null, retiringSince: state === 'retiring' ? began : null },
});

test('a selector has the date and what tells it apart, and is a label of a name', () => {
  expect(newSelector(began, '9F3C2a1b-0000')).toBe('hg20261127-9f3c');
});

test('the record has the key, and is split into strings of 255 characters at most', () => {
  const text = dkimRecordText({ publicKey: PUBLIC });
  expect(text).toBe(`v=DKIM1; k=rsa; p=${PUBLIC}`);
  const strings = textStrings(text);
  expect(strings.map(({ length }) => length)).toEqual([255, text.length - 255]);
  expect(strings.join('')).toBe(text);
  expect(textStrings('x'.repeat(255))).toHaveLength(1);
  expect(textStrings('x'.repeat(256))).toHaveLength(2);
});

test('the key that signs is the active one of the very domain', () => {
  const keys = [key('a', 'pending'), key('b', 'retiring'), key('c', 'active', 'mail.example.com')];
  expect(signingKey(keys, 'example.com')).toBeUndefined();
  expect(signingKey(undefined, 'example.com')).toBeUndefined();
  expect(signingKey([...keys, key('d', 'active')], 'example.com')?.selector).toBe('d');
});

test.each([
  [[], null],
  [[key('a', 'active')], null],
  [[key('a', 'pending', 'example.net')], null],
  [[key('a', 'pending')], 'a is pending'],
  [[key('a', 'active'), key('b', 'pending')], 'b is pending'],
  [[key('a', 'retiring'), key('b', 'active')], 'a is retiring'],
  [[key('s1', 'active')], 's1 is in use'],
  [Array.from({ length: MAX_DKIM_KEYS }, (_, i) => key('a', 'active', `${i}.example.com`)), 'at most 100'],
])('a domain has two keys at most, of which one signs (%#)', (keys, refusal) => {
  const said = refusalOfNewKey(keys, { domain: 'example.com', selector: 's1' });
  if (refusal === null) expect(said).toBeNull();
  else expect(said).toContain(refusal);
});

test.each([
  ['pending', 0, false, true],
  ['active', 0, false, true],
  ['retiring', 6.9, false, false],
  ['retiring', 6.9, true, true],
  ['retiring', 7, false, true],
] as const)('a %s key can be removed after %d days (early: %s): %s', (state, days, early, isRemovable) => {
  const said = refusalOfRemoval(key('a', state), { now: after(days), early });
  expect(said === null).toBe(isRemovable);
  if (said !== null) expect(said).toContain(after(7).toISOString());
});

test('the record of a retiring key is needed for seven days, and that of another one always', () => {
  expect([6, 8].map((days) => needsRecord(key('a', 'retiring'), after(days)))).toEqual([true, false]);
  expect(needsRecord(key('a', 'active'), after(900))).toBe(true);
  expect(dkimRecords([key('a', 'active')])).toEqual([
    {
      ...{ purpose: 'dkim', type: 'TXT', name: 'a._domainkey.example.com', publicKey: PUBLIC },
      ...{ value: `v=DKIM1; k=rsa; p=${PUBLIC}`, note: expect.stringContaining('signs') },
    },
  ]);
});

test.each([
  ['ok', '', [`v=DKIM1; k=rsa; p=${PUBLIC}`]],
  ['ok', '', [`p=${PUBLIC.slice(0, 20)} ${PUBLIC.slice(20)}; s=*; h=sha1:sha256; t=s`]],
  ['missing', 'Set it', []],
  ['wrong', 'There are 2 records', [`p=${PUBLIC}`, `p=${PUBLIC}`]],
  ['wrong', 'revoked', ['v=DKIM1; p=']],
  ['wrong', 'no key', ['v=DKIM1']],
  ['wrong', 'another key', [`v=DKIM1; p=${PUBLIC}x`]],
  ['wrong', 'another key', [`v=DKIM1; p=${PUBLIC.slice(0, 255)}`]],
  ['wrong', 'v=DKIM1', [`v=DKIM2; p=${PUBLIC}`]],
  ['wrong', 'k=rsa', [`k=ed25519; p=${PUBLIC}`]],
  ['wrong', 'sha256', [`h=sha1; p=${PUBLIC}`]],
  ['wrong', 's=', [`s=other; p=${PUBLIC}`]],
  ['wrong', 't=y', [`t=s:y; p=${PUBLIC}`]],
] as const)('a record of a key of ours is %s (%s): %j', (state, advice, found) => {
  expect(judgeDkimRecord(PUBLIC, found)).toEqual({
    state,
    detail: advice === '' ? '' : (expect.stringContaining(advice) as string),
  });
});
