import { joinTokens, pushServiceOf, splitTokens } from '../../../../core/contacts/push-tokens';
import { contactKey, identifiersOf, isIdentifying, uuidKey } from '../../../../core/contacts/keys';
import { integrationsOf, type Integration } from '../../../../core/sending/integration';

test('the tokens of a contact are one address, which gives them back', () => {
  expect(joinTokens(['a', 'b'])).toBe('a\nb');
  expect(splitTokens('a\nb')).toEqual(['a', 'b']);
  expect(joinTokens(['a'])).toBe('a');
  expect(joinTokens([])).toBeNull();
});

const hex = (length: number): string => 'aF09'.repeat(length / 4);
test.each([
  ['ExponentPushToken[abc]', 'expo'],
  ['ExpoPushToken[a]', 'expo'],
  ['ExpoPushToken[]', 'fcm'],
  ['xExpoPushToken[a]', 'fcm'],
  ['ExpoPushToken[a]x', 'fcm'],
  ['F5741A13-BCDA-434B-A316-5DC0E6FFA94F', 'expo'],
  ['f5741a13-bcda-434b-a316-5dc0e6ffa94f', 'expo'],
  ['xf5741a13-bcda-434b-a316-5dc0e6ffa94f', 'fcm'],
  ['f5741a13-bcda-434b-a316-5dc0e6ffa94f0', 'fcm'],
  ['f5741a13-bcda-434b-5dc0e6ffa94f', 'fcm'],
  ['{"endpoint":"https://push.example/"}', 'webpush'],
  ['x{"endpoint":"https://push.example/"}', 'fcm'],
  [hex(64), 'apns'],
  [hex(200), 'apns'],
  [hex(60), 'fcm'],
  [hex(204), 'fcm'],
  [`g${hex(64)}`, 'fcm'],
  [`${hex(64)}g`, 'fcm'],
  ['cFcm:APA91b-token', 'fcm'],
])('the token %s belongs to %s', (token, service) => {
  expect(pushServiceOf(token)).toBe(service);
});

describe('the keys of a contact', () => {
  const scope = { applicationId: 'app', environment: 'sandbox' } as const;
  const nothing = {
    externalId: null,
    emails: [],
    phones: [],
    slack: null,
    telegram: null,
    discord: null,
    pushTokens: [],
  };

  test('each identifier is one, in the scope', () => {
    const fields = {
      ...{ externalId: 'x', emails: ['e1', 'e2'], phones: ['p'], slack: 's', telegram: 't', discord: 'd' },
      pushTokens: ['k1', 'k2'],
    };
    const identifiers = identifiersOf(fields as never);
    expect(identifiers.map((one) => contactKey(scope, one))).toEqual(
      [
        ...['external_id:x', 'email:e1', 'email:e2', 'phone:p', 'slack:s', 'telegram:t', 'discord:d'],
        ...['push:k1', 'push:k2'],
      ].map((text) => `app:sandbox:${text}`),
    );
    expect(identifiersOf(nothing as never)).toEqual([]);
    expect(identifiers.filter(isIdentifying).map(({ kind }) => kind)).toEqual([
      'external_id',
      'email',
      'email',
      'phone',
    ]);
  });

  test('every contact has the one of its id', () => {
    expect(uuidKey(scope, 'u')).toBe('app:sandbox:uuid:u');
  });
});

test('integrations of a channel are tried by priority, and of one priority the oldest first', () => {
  const of = (id: string, priority: number, at: number, channel = 'sms') =>
    ({ id, priority, channel, createdAt: new Date(at) }) as Integration;
  const all = [
    of('late', 1, 9),
    of('low', 5, 1),
    of('other', 0, 0, 'email'),
    of('early', 1, 2),
    of('first', 0, 9),
  ];
  expect(integrationsOf(all, 'sms').map(({ id }) => id)).toEqual(['first', 'early', 'late', 'low']);
});
