import { linksOf, mentionsLink } from '../../../../core/preferences/links';
import { applicationOfToken, type LinkFacts, makeToken, openToken } from '../../../../core/preferences/token';
import { CHANNELS } from '../../../../core/shared/channels';

const key = Buffer.alloc(32, 7);
const APPLICATION = '11111111-1111-4111-8111-111111111111';
const facts: LinkFacts = {
  environment: 'production',
  contactId: '22222222-2222-4222-8222-222222222222',
  notificationId: '00000000-3333-4333-8333-333333333333',
  channel: 'email',
  category: 'news',
};
const token = makeToken(key, APPLICATION, facts);
/** Made by the release that began with them. */
const KEPT =
  'AREREREREUERgRERERERERGXNleXi-j09IyNBMQ7n77CgeQiNKNBMqVoIcRIUDfNX2UyhJa4a4BbVRYvOqnP2hb3-pkQnhmfI_HSVEk';

describe('the token of a link (PREFERENCE-30)', () => {
  it('is the same for ever, because mails keep it for years', () => {
    expect(token).toBe(KEPT);
    expect(openToken(key, KEPT)).toEqual(facts);
    expect(applicationOfToken(KEPT)).toBe(APPLICATION);
  });

  it.each(
    CHANNELS.flatMap((channel) => [null, 'a'.repeat(40)].map((category) => [channel, category] as const)),
  )('says all of a message over %s in category %s', (channel, category) => {
    const other: LinkFacts = { ...facts, environment: 'sandbox', channel, category };
    expect(openToken(key, makeToken(key, APPLICATION, other))).toEqual(other);
  });

  it('is no token any more with another character anywhere', () => {
    for (let at = 0; at < token.length; at += 1)
      for (const letter of ['A', 'B', 'z', '_', '=', '/']) {
        if (token[at] === letter) continue;
        expect(openToken(key, token.slice(0, at) + letter + token.slice(at + 1))).toBeNull();
      }
  });

  it.each([
    ['cut', token.slice(0, -1)],
    ['longer', `${token}A`],
    ['nothing', ''],
    ['a preview', 'preview'.padEnd(110, '-')],
    ['much too long', 'A'.repeat(100_000)],
  ])('is none if it is %s', (_, text) => expect(openToken(key, text)).toBeNull());

  it('is opened by the key that made it, and no other', () => {
    expect(openToken(Buffer.alloc(32, 8), token)).toBeNull();
  });

  it('shows nothing of the recipient, and does not begin the same for two of them', () => {
    const other = makeToken(key, APPLICATION, { ...facts, contactId: facts.notificationId });
    expect(other.slice(23, 60)).not.toBe(token.slice(23, 60));
    expect(
      Buffer.from(token, 'base64url').includes(Buffer.from(facts.contactId.replaceAll('-', ''), 'hex')),
    ).toBe(false);
  });

  it('makes a short link, also with the longest category', () => {
    const made = makeToken(key, APPLICATION, { ...facts, channel: 'whatsapp', category: 'a'.repeat(40) });
    const { unsubscribeUrl } = linksOf({ publicUrl: 'https://notify.example.com', mailDomain: null }, made);
    expect(unsubscribeUrl.length).toBeLessThanOrEqual(220);
  });
});

test.each([
  ['<a href="{{unsubscribe_url}}">', true],
  ['{{#if preferences_url}}x{{/if}}', true],
  ['{{link unsubscribe_url label="x"}}', true],
  ['unsubscribe_url', false],
  ['{{my_unsubscribe_url}}', false],
])('a template %j names a link: %s', (text, is) => expect(mentionsLink(text)).toBe(is));
