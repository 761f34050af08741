import { randomBytes, randomUUID } from 'node:crypto';
import { openText, sealedFor, textAtRest } from '../../../core/shared/at-rest';
import type { DkimKey } from '../../../core/sending/dkim/key';
import type { Integration } from '../../../core/sending/integration';
import { type Vault, createVault } from '../../../core/shared/vault';
import type { Application } from '../../../store/accounts/applications';
import { sealContent } from '../../../store/notifications/content';
import { openEntry, sealEntry } from '../../../store/sending/inbox';
import { RESEALED } from '../../../store/maintenance/resealing';
import type { WebhookEndpoint } from '../../../store/webhooks/endpoints';
import { ownDatabase } from '../database';
import { notificationOf, noon } from '../documents';

const db = ownDatabase();
const [before, after] = [randomBytes(32), randomBytes(32)];
const old = createVault([before]);
const rotated = createVault([after, before]);
const fresh = createVault([after]);

/** All pages, of one document each. */
async function pass(vault: Vault) {
  const resealed: Record<string, number> = {};
  const unopened: string[] = [];
  for (const part of RESEALED)
    for (let from: string | null = ''; from !== null;) {
      const page = await db.store.resealing.page(part, vault, { after: from, limit: 1 });
      for (const [kind, count] of Object.entries(page.resealed))
        resealed[kind] = (resealed[kind] ?? 0) + count;
      unopened.push(...page.unopened.map(({ kind }) => kind));
      from = page.last;
    }
  return { resealed, unopened };
}

const sealedIntegration = (id: string) => ({ id, sealed: old.seal(`{"token":"${id}"}`, id) }) as Integration;

const dkimKey =
  (app: string) =>
  (selector: string): DkimKey => ({
    ...{ domain: 'example.com', selector, state: 'active', publicKey: 'p', createdAt: noon() },
    sealed: old.seal(selector, sealedFor.dkim(app, { domain: 'example.com', selector })),
    ...{ activeSince: noon(), retiringSince: null },
  });

test('DKIM-8, PREFERENCE-31: resealing seals everything with the first key, also what was in clear, and a second time nothing', async () => {
  const app = randomUUID();
  await db.store.applications.insert({
    ...{ _id: app, name: app, subscription: 'active', monthlyQuota: 1, dailyQuota: null, otpDomain: null },
    ...{ ownerEmail: null, from: null, brand: {}, senders: [], createdAt: noon() },
    integrations: [sealedIntegration('one'), sealedIntegration('two')],
    dkim: ['s1', 's2'].map(dkimKey(app)),
    suppressionKey: textAtRest(old, 'key', sealedFor.suppressionKey(app)),
    linkKey: textAtRest(old, 'link key', sealedFor.linkKey(app)),
  } satisfies Application);
  await db.store.webhooks.insert({
    ...{ _id: 'w', scope: app, url: 'https://example.org', enabledEvents: [], isActive: true },
    ...{ description: '', createdAt: noon(), updatedAt: noon() },
    // As an earlier version stored it.
    signingSecret: 'whsec_new',
    previousSecret: { secret: textAtRest(old, 'whsec_old', sealedFor.webhook('w')), until: noon() },
    earlierSecrets: [
      { secret: 'whsec_older', until: noon() },
      { secret: textAtRest(old, 'whsec_oldest', sealedFor.webhook('w')), until: noon() },
    ],
  } satisfies WebhookEndpoint);
  const plain = {
    ...notificationOf({ _id: randomUUID() }),
    payload: '{"code":1}',
    overrides: '{}',
    sensitive: true as const,
  };
  const id = await db.put(sealContent(old, plain));

  await db.store.inbox.capture(
    sealEntry(old, {
      ...{ id: 'm', environment: 'sandbox', channel: 'sms', to: '+12025550123', from: '', subject: null },
      ...{ text: 'code 1', html: null, headers: {}, receivedAt: noon() },
    }),
  );

  expect(await pass(rotated)).toEqual({
    resealed: {
      'captured messages': 1,
      'DKIM keys': 2,
      integrations: 2,
      'link keys': 1,
      'suppression keys': 1,
      'webhook secrets': 4,
      payloads: 2,
    },
    unopened: [],
  });
  const stored = await db.store.applications.get(app);
  for (const { id: one, sealed } of stored?.integrations ?? [])
    expect(fresh.open(sealed, one)).toBe(`{"token":"${one}"}`);
  for (const key of stored?.dkim ?? [])
    expect(fresh.open(key.sealed, sealedFor.dkim(app, key))).toBe(key.selector);
  expect(openText(fresh, stored?.suppressionKey ?? '', sealedFor.suppressionKey(app))).toBe('key');
  expect(openText(fresh, stored?.linkKey ?? '', sealedFor.linkKey(app))).toBe('link key');
  const endpoint = await db.store.webhooks.get('w');
  const earlier = endpoint?.earlierSecrets?.map(({ secret }) => secret) ?? [];
  const secrets = [endpoint?.signingSecret, endpoint?.previousSecret?.secret, ...earlier];
  expect(secrets.map((one) => openText(fresh, one ?? '', sealedFor.webhook('w')))).toEqual([
    'whsec_new',
    'whsec_old',
    'whsec_older',
    'whsec_oldest',
  ]);
  for (const secret of secrets) expect(secret).toEqual({ sealed: expect.any(String) });
  expect(openText(fresh, (await db.read(id)).payload ?? '', sealedFor.content(id))).toBe('{"code":1}');

  const [captured] = await db.store.inbox.list({ limit: 1 });
  expect(captured && openEntry(fresh, captured)).toMatchObject({ text: 'code 1' });

  expect(await pass(rotated)).toEqual({ resealed: {}, unopened: [] });
  // What no key opens is named and left as it is.
  const lost = await pass(createVault([randomBytes(32)]));
  expect(lost.resealed).toEqual({});
  expect(lost.unopened).toHaveLength(13);
  expect(await pass(fresh)).toEqual({ resealed: {}, unopened: [] });
});
