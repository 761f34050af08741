import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { changeSettings, openSettings, storeSettings } from '../../../../api/admin/integrations/settings-of';
import { catalog, definitionOf } from '../../../../channels/catalog';
import { createVault } from '../../../../core/shared/vault';
import type { Integration } from '../../../../core/sending/integration';

const vault = createVault([randomBytes(32)]);
const P8 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
}) as string;

/** Changes an integration of these settings; what is stored then. */
function change(provider: string, settings: Record<string, unknown>, changes: Record<string, unknown>) {
  const definition = definitionOf(provider)!;
  const stored = { id: 'i', ...storeSettings(definition, settings, { vault, id: 'i' }) } as Integration;
  const changed = changeSettings(definition, stored, changes, vault);
  return openSettings({ ...stored, ...changed }, vault);
}

const POSTMARK = { server_token: 'the-token', webhook_username: 'u', webhook_password: 'p'.repeat(16) };
const SES = { region: 'eu-west-1', access_key_id: 'AKIA', secret_access_key: 'secret' };
const APNS = { key_id: 'ABCDEFGHIJ', team_id: 'ABCDEFGHIJ', topic: 'org.example', private_key: P8 };
const EVIL = 'https://collector.example.net';

describe('a change of where the secrets of an integration are sent', () => {
  it.each([
    ['postmark', POSTMARK, { base_url: EVIL }, 'server_token, webhook_password'],
    ['postmark', POSTMARK, { base_url: EVIL, server_token: 'other' }, 'webhook_password'],
    ['postmark', { ...POSTMARK, base_url: EVIL }, { base_url: null }, 'server_token, webhook_password'],
    [
      'postmark',
      POSTMARK,
      { base_url: 'https://api.postmarkapp.com/path' },
      'server_token, webhook_password',
    ],
    ['ses', SES, { base_url: EVIL }, 'access_key_id, secret_access_key'],
    ['ses', SES, { region: 'us-east-1' }, 'access_key_id, secret_access_key'],
    ['smtp', { url: 'smtp://u:p@mail.example.com' }, { allow_plaintext: true }, 'url'],
    ['apns', APNS, { environment: 'sandbox' }, 'private_key'],
    ['apns', APNS, { base_url: EVIL }, 'private_key'],
  ])('of %s asks for each again (%#)', (provider, settings, changes, missing) => {
    const [moved] = Object.keys(changes);
    expect(() => change(provider, settings, changes)).toThrow(
      `settings.${moved} decides where the secrets are sent. Send ${missing} in the same request`,
    );
  });

  it('is taken with them, also where one is taken away', () => {
    const changes = { base_url: EVIL, server_token: 'other', webhook_password: null, webhook_username: null };
    const changed = change('postmark', POSTMARK, changes);
    expect(changed).toMatchObject({ base_url: EVIL, server_token: 'other' });
    expect(changed).not.toHaveProperty('webhook_password');
  });

  it('asks for none where none is stored', () => {
    expect(change('expo', {}, { base_url: EVIL })).toMatchObject({ base_url: EVIL });
  });

  it('is no change of another setting, nor the same address again', () => {
    const changes = { message_stream: 'bulk', base_url: 'https://api.postmarkapp.com/' };
    expect(change('postmark', POSTMARK, changes)).toMatchObject({ ...POSTMARK, message_stream: 'bulk' });
  });
});

// A setting that says where the provider's servers are must be known as one.
it('no provider takes an address by a field that nobody asks about', () => {
  const known = ['base_url', 'callback_url', 'subject'];
  for (const { name, settings, secrets, destination = [] } of catalog) {
    const { shape } = settings as { shape: Record<string, z.ZodType> };
    const asked = [...known, ...secrets, ...destination];
    const addresses = Object.keys(shape).filter((field) =>
      [EVIL, `${EVIL}/path`].some((address) => shape[field]?.safeParse(address).success),
    );
    expect({ name, unknown: addresses.filter((field) => !asked.includes(field)) }).toEqual({
      name,
      unknown: [],
    });
  }
});
