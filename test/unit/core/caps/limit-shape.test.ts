import { applicationLimits } from '../../../../core/caps/limit-shape';
import { parseEventFile } from '../../../../rendering/event-files';

const EMAIL = { channel: 'email', most: 2, per: 'day' };

test('a limit has defaults', () => {
  expect(applicationLimits.parse([EMAIL])).toEqual([
    { ...EMAIL, of: 'contact', timezone: 'UTC', over: 'skip', required: false },
  ]);
});

test.each<[string, object[], (string | number)[], RegExp]>([
  [
    'an unknown period',
    [{ ...EMAIL, per: 'month' }],
    [0, 'per'],
    /"hour", "day", "week", or a duration from 1m to 31d/,
  ],
  ['a duration under a minute', [{ ...EMAIL, per: '59s' }], [0, 'per'], /1m to 31d/],
  ['a duration over 31 days', [{ ...EMAIL, per: '32d' }], [0, 'per'], /1m to 31d/],
  ['none', [{ ...EMAIL, most: 0 }], [0, 'most'], /from 1 to 1000/],
  ['a fraction', [{ ...EMAIL, most: 1.5 }], [0, 'most'], /from 1 to 1000/],
  ['too many of a contact', [{ ...EMAIL, most: 101 }], [0, 'most'], /at most 100, unless it is of a prefix/],
  ['a delay', [{ ...EMAIL, over: 'delay' }], [0, 'over'], /skip.*digest/],
  ['a prefix of addresses', [{ ...EMAIL, of: 'prefix' }], [0, 'of'], /email does not send to phone numbers/],
  [
    'an address of a channel with one',
    [{ ...EMAIL, channel: 'slack', of: 'address' }],
    [0, 'of'],
    /must be "contact"/,
  ],
  [
    'a name twice',
    [
      { ...EMAIL, name: 'a' },
      { ...EMAIL, name: 'a' },
    ],
    [],
    /two limits of the same name/,
  ],
])('%s is refused', (_, limits, path, message) => {
  const issue = applicationLimits.safeParse(limits).error?.issues[0];
  expect(issue).toMatchObject({ path, message: expect.stringMatching(message) as string });
});

const read = (limits: string) =>
  parseEventFile('e.yaml', `templates: { email: { en: { subject: Hi, text: Hi } } }\nlimits:\n${limits}`);

test('an event has limits', () => {
  expect(read('  - { channel: email, most: 2, per: day, name: daily }')).toMatchObject({
    event: { limits: [{ name: 'daily', ...EMAIL, of: 'contact', timezone: 'UTC', over: 'skip' }] },
  });
});

test('CAP-10: an event with a DIGEST step has digests of what is over', () => {
  const steps = '\nsequence: [{ digest: 1h }, { send: email }]';
  expect(read(`  - { channel: email, most: 2, per: day, over: digest }${steps}`)).toMatchObject({
    event: { limits: [{ ...EMAIL, over: 'digest' }] },
  });
});

test.each([
  [
    'of a channel without a template',
    '  - { channel: sms, most: 1, per: day }',
    'there is no template for sms',
  ],
  [
    'whose digest has no DIGEST step',
    '  - { channel: email, most: 1, per: day, over: digest }',
    '"limits[0].over": digest needs a DIGEST step',
  ],
  [
    'with a field of applications',
    '  - { channel: email, most: 1, per: day, category: news }',
    'unknown key "limits[0].category"',
  ],
])('an event has none %s', (_, limits, problem) => {
  expect(JSON.stringify(read(limits)).replaceAll('\\"', '"')).toContain(problem);
});
