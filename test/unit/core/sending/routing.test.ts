import fc from 'fast-check';
import { type Channel, CHANNELS } from '../../../../core/shared/channels';
import type { EventDefinition } from '../../../../core/events/definition';
import { routeOfAny } from '../../../../core/sending/route-of-any';
import { type Reach, hasTemplate, route } from '../../../../core/sending/routing';

const event = (of: Partial<EventDefinition>): EventDefinition => ({
  name: 'welcome',
  channels: ['email', 'sms'],
  language: 'en',
  delivery: 'at_least_once',
  retryForMs: 1000,
  templates: { email: { en: { subject: 's', html: 'h' } }, sms: { en: { text: 't' } } },
  stepTemplates: {},
  steps: [{ type: 'send', name: 'send' }],
  ...of,
});
const reach = (addresses: Partial<Record<Channel, string>>, suppressed: Channel[] = []): Reach => ({
  addresses: (channel) => addresses[channel] ?? null,
  isSuppressed: (channel) => suppressed.includes(channel),
});

describe('auto-routing', () => {
  it('takes the first channel in the event’s order', () => {
    const both = reach({ email: 'a@b.co', sms: '+15005550006' });
    expect(route(event({}), 'send', both)).toMatchObject({ ok: true, channel: 'email', address: 'a@b.co' });
    expect(route(event({ channels: ['sms', 'email'] }), 'send', both)).toMatchObject({ channel: 'sms' });
  });

  it('skips a channel that cannot reach the recipient', () => {
    expect(route(event({}), 'send', reach({ sms: '+15005550006' }))).toMatchObject({ channel: 'sms' });
  });

  it('CHANNEL-1: skips a channel without a template', () => {
    const of = event({ channels: ['slack', 'email'] });
    expect(route(of, 'send', reach({ slack: 'U1', email: 'a@b.co' }))).toMatchObject({ channel: 'email' });
  });

  it('never takes a channel that is not in the event’s order', () => {
    const of = event({ channels: ['email'] });
    expect(route(of, 'send', reach({ sms: '+15005550006' }))).toMatchObject({
      ok: false,
      code: 'IDENTIFIER_MISSING',
    });
  });

  it('says which identifiers would help, each once', () => {
    const of = event({
      channels: ['sms', 'whatsapp', 'email'],
      templates: { sms: { en: {} }, whatsapp: { en: {} }, email: { en: {} } },
    });
    const routed = route(of, 'send', reach({}));
    expect(routed).toMatchObject({ ok: false, code: 'IDENTIFIER_MISSING' });
    expect(routed).not.toHaveProperty('channel');
    expect(!routed.ok && routed.message).toContain('Add a phone number or an e-mail address');
  });

  it('CHANNEL-2: says that a template is missing where there is none at all, for no identifier would help', () => {
    const of = event({ templates: {} });
    expect(route(of, 'send', reach({}))).toMatchObject({ ok: false, code: 'TEMPLATE_MISSING' });
  });

  it('CHANNEL-5: passes over a channel whose address is suppressed', () => {
    const both = { email: 'a@b.co', sms: '+15005550006' };
    expect(route(event({}), 'send', reach(both, ['email']))).toMatchObject({ channel: 'sms' });
  });

  it('takes a suppressed address where nothing else is in the way, so that the message says why it fails', () => {
    const routed = route(event({}), 'send', reach({ email: 'a@b.co' }, ['email']));
    expect(routed).toEqual({ ok: true, channel: 'email', address: 'a@b.co' });
    const both = { email: 'a@b.co', sms: '+15005550006' };
    expect(route(event({}), 'send', reach(both, ['email', 'sms']))).toMatchObject({ channel: 'email' });
  });

  it('finds a channel exactly where one of the order has a template and an address', () => {
    const some = fc.uniqueArray(fc.constantFrom(...CHANNELS));
    fc.assert(
      fc.property(some, some, some, (channels, templated, reachable) => {
        const templates = Object.fromEntries(templated.map((channel) => [channel, { en: { text: 't' } }]));
        const addresses = reach(Object.fromEntries(reachable.map((channel) => [channel, `to ${channel}`])));
        const routed = route(event({ channels, templates }), 'send', addresses);
        const first = channels.find((one) => templated.includes(one) && reachable.includes(one));
        expect(routed.ok ? routed.channel : undefined).toBe(first);
      }),
    );
  });
});

describe('a forced channel', () => {
  it('is taken also where its address is suppressed', () => {
    const both = { email: 'a@b.co', sms: '+15005550006' };
    expect(route(event({}), 'send', reach(both, ['sms']), 'sms')).toMatchObject({ channel: 'sms' });
  });

  it('is taken whatever the order says', () => {
    const of = event({ channels: ['email'] });
    expect(route(of, 'send', reach({ sms: '+15005550006' }), 'sms')).toMatchObject({
      ok: true,
      channel: 'sms',
    });
  });

  it('needs a template', () => {
    expect(route(event({}), 'send', reach({ slack: 'U1' }), 'slack')).toMatchObject({
      ok: false,
      code: 'TEMPLATE_MISSING',
      channel: 'slack',
    });
  });

  it('needs an identifier, and is not exchanged for another', () => {
    expect(route(event({}), 'send', reach({ email: 'a@b.co' }), 'sms')).toMatchObject({
      ok: false,
      code: 'IDENTIFIER_MISSING',
      channel: 'sms',
    });
  });
});

describe('the template of a step', () => {
  const of = event({ stepTemplates: { second: { slack: { en: { text: 't' } }, push: {} } } });

  it('is its own or the event’s', () => {
    expect(hasTemplate(of, 'second', 'slack')).toBe(true);
    expect(hasTemplate(of, 'second', 'email')).toBe(true);
    expect(hasTemplate(of, 'first', 'slack')).toBe(false);
  });

  it('is none where no language has one', () => {
    expect(hasTemplate(of, 'second', 'push')).toBe(false);
  });

  it('is none of a name that every object has', () => {
    expect(hasTemplate(of, 'constructor', 'slack')).toBe(false);
  });
});

describe('the route of an event whose first SEND is unknown', () => {
  const of = event({
    channels: ['email', 'sms', 'slack'],
    stepTemplates: { first: { slack: { en: { text: 't' } } } },
  });

  it('is the first one with any of its templates', () => {
    expect(routeOfAny(of, reach({ sms: '+15005550006', slack: 'U1' }))).toMatchObject({ channel: 'sms' });
    expect(routeOfAny(of, reach({ slack: 'U1' }))).toMatchObject({
      ok: true,
      channel: 'slack',
      address: 'U1',
    });
    expect(routeOfAny(of, reach({ email: 'a@b.co' }), 'slack')).toMatchObject({ ok: false });
    expect(routeOfAny(of, reach({}))).toMatchObject({ ok: false, code: 'IDENTIFIER_MISSING' });
  });
});
