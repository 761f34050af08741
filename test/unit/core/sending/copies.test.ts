import { copiesIn, quotaCost } from '../../../../core/sending/copies';
import type { EventDefinition } from '../../../../core/events/definition';

const overrides = {
  email: { cc: ['a@example.org', 'me@example.org', 'a@example.org'], bcc: 'a@example.org' },
};

describe('the copies that a send asks for', () => {
  it('are none without cc and bcc', () => {
    expect(copiesIn({}, null)).toEqual([]);
    expect(copiesIn({ email: { subject: 'Hello', reply_to: 'help@example.org' } }, null)).toEqual([]);
  });

  it('name each address once, cc before bcc, and never the recipient', () => {
    const email = { cc: ['b@example.org', 'me@example.org'], bcc: ['c@example.org', 'b@example.org'] };
    expect(copiesIn({ email }, 'me@example.org')).toEqual([
      { kind: 'cc', address: 'b@example.org' },
      { kind: 'bcc', address: 'c@example.org' },
    ]);
  });

  it('are compared without case and names, whatever an older release has stored', () => {
    const email = { cc: 'Boss <Boss@Example.org>', bcc: ['boss@example.org', 'ME@example.org'] };
    expect(copiesIn({ email }, 'me@example.org')).toEqual([{ kind: 'cc', address: 'Boss@example.org' }]);
  });
});

describe('what a notification counts in the quotas', () => {
  const template = { en: { text: 'Hello' } };
  const event = (over: object) => ({ templates: {}, stepTemplates: {}, ...over }) as EventDefinition;
  const mails = event({ templates: { email: template, sms: template } });

  it.each([
    ['itself and each copy', { event: mails, overrides }, null, 3],
    ['no copy to the recipient', { event: mails, overrides }, 'me@example.org', 2],
    ['itself without copies', { event: mails, overrides: { email: { subject: 'Hi' } } }, null, 1],
    ['itself without overrides', { event: mails }, null, 1],
    ['copies on a forced e-mail', { event: mails, overrides, forced: 'email' as const }, null, 3],
    ['no copies on another forced channel', { event: mails, overrides, forced: 'sms' as const }, null, 1],
    [
      'no copies of what has no e-mail',
      { event: event({ templates: { sms: template } }), overrides },
      null,
      1,
    ],
    [
      'copies of an e-mail of one step',
      { event: event({ stepTemplates: { second: { email: template } } }), overrides },
      null,
      3,
    ],
  ])('%s', (_what, of, own, cost) => {
    expect(quotaCost(of, own)).toBe(cost);
  });
});
