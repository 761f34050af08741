import { parseDiscordAddress } from '../../../../core/contacts/discord-address';
import type { EventDefinition } from '../../../../core/events/definition';
import { route } from '../../../../core/sending/routing';

const CHANNEL = '111222333444555666';
const USER = '987654321098765432';
const event = (of: Partial<EventDefinition>): EventDefinition => ({
  name: 'alert',
  channels: ['discord', 'email'],
  language: 'en',
  delivery: 'at_least_once',
  retryForMs: 1000,
  templates: { discord: { en: { text: 't' } }, email: { en: { subject: 's', text: 't' } } },
  stepTemplates: {},
  steps: [{ type: 'send', name: 'send' }],
  ...of,
});
const withChannel = event({ discord: { channel: CHANNEL } });
const nobody = () => null;

describe('an event with a Discord channel of its own', () => {
  it('CHANNEL-4: reaches there whoever has no Discord id, also where the channel is forced', () => {
    const there = { ok: true, channel: 'discord', address: `channel:${CHANNEL}` };
    expect(route(withChannel, 'send', { addresses: nobody })).toEqual(there);
    expect(route(withChannel, 'send', { addresses: nobody }, 'discord')).toEqual(there);
  });

  it('reaches whoever has a Discord id directly', () => {
    const addresses = (channel: string) => (channel === 'discord' ? USER : null);
    expect(route(withChannel, 'send', { addresses })).toMatchObject({ address: USER });
  });

  it('does not reach other channels by it', () => {
    expect(route(withChannel, 'send', { addresses: nobody }, 'email')).toMatchObject({
      ok: false,
      code: 'IDENTIFIER_MISSING',
    });
  });
});

describe('a Discord id that names a channel', () => {
  const addresses = (channel: string) => (channel === 'discord' ? 'channel:999888777666555444' : null);

  it('leads nowhere, for only events name channels', () => {
    expect(route(event({}), 'send', { addresses })).toMatchObject({ ok: false, code: 'IDENTIFIER_MISSING' });
    expect(route(withChannel, 'send', { addresses })).toMatchObject({ address: `channel:${CHANNEL}` });
  });
});

describe('an address on Discord', () => {
  it.each([
    [USER, { kind: 'user', id: USER }],
    [`channel:${CHANNEL}`, { kind: 'channel', id: CHANNEL }],
    ['ada', null],
    ['channel:', null],
    ['', null],
    [`${USER}/x`, null],
  ])('%j is %j', (address, parsed) => {
    expect(parseDiscordAddress(address)).toEqual(parsed);
  });
});
