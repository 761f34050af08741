import { z } from 'zod';
import { hashApiKey, newAdminKey } from '../../../core/access/api-key';
import { createAdminKeyBody, rotateAdminKeyBody } from '../../../core/schemas/admin-keys';
import { newId } from '../../../core/shared/ids';
import type { AdminKey } from '../../../store/accounts/admin-keys';
import type { Store } from '../../../store/store';
import { ApiError } from '../../http/api-error';
import { answer, done } from '../../http/formats';
import { route } from '../../http/route';
import { adminKeySchema, adminKeyView, expiryOf } from './view';

// Admin keys besides ADMIN_API_KEY. Each is shown once, when it is made or rotated, and stored as a hash.

/** `admin_` and four characters. They are enough to tell keys apart, and of no use to a thief. */
const SHOWN_PREFIX = 10;
const HOUR_MS = 3_600_000;

const KEYS = '/admin/v1/admin-keys';

const created = answer('AdminKeyCreated', {
  key: adminKeySchema.extend({ admin_key: z.string().describe('The key. It is shown only once.') }),
});

export const createAdminKey = route({
  id: 'createAdminKey',
  tag: 'Keys',
  method: 'post',
  path: KEYS,
  role: 'owner',
  audit: 'admin_key.create',
  summary: 'Create an admin key',
  body: createAdminKeyBody.meta({ id: 'AdminKeyRequest' }),
  answer: created,
  status: 201,
  handler: async ({ body, record }, { store }) => {
    const { name, role } = body;
    const expiresAt = expiryOf(body);
    const secret = newAdminKey();
    const key: AdminKey = {
      _id: newId(),
      name,
      role,
      hashes: [hashApiKey(secret)],
      previousUntil: null,
      prefix: secret.slice(0, SHOWN_PREFIX),
      createdAt: new Date(),
      expiresAt,
      lastUsedAt: null,
      revokedAt: null,
    };
    await store.adminKeys.insert(key);
    await record({ about: [key._id], after: adminKeyView(key) });
    return { key: { ...adminKeyView(key), admin_key: secret } };
  },
});

export const listAdminKeys = route({
  id: 'listAdminKeys',
  tag: 'Keys',
  method: 'get',
  path: KEYS,
  role: 'owner',
  summary: 'List the admin keys',
  answer: answer('AdminKeysAnswer', { keys: z.array(adminKeySchema.meta({ id: 'AdminKey' })) }),
  handler: async (_call, { store }) => ({ keys: (await store.adminKeys.list()).map(adminKeyView) }),
});

export const revokeAdminKey = route({
  id: 'revokeAdminKey',
  tag: 'Keys',
  method: 'delete',
  path: `${KEYS}/:id`,
  role: 'owner',
  audit: 'admin_key.revoke',
  summary: 'Revoke an admin key',
  answer: done,
  errors: ['KEY_NOT_FOUND'],
  handler: async ({ params, record }, { store }) => {
    const revoked = await store.adminKeys.revoke(params.id, new Date());
    if (!revoked) throw noKey();
    await record({ about: [revoked._id], before: adminKeyView({ ...revoked, revokedAt: null }) });
    return {};
  },
});

export const rotateAdminKey = route({
  id: 'rotateAdminKey',
  tag: 'Keys',
  method: 'post',
  path: `${KEYS}/:id/rotate`,
  role: 'owner',
  audit: 'admin_key.rotate',
  summary: 'Replace an admin key',
  description: 'The old key stays valid for some hours.',
  body: rotateAdminKeyBody.meta({ id: 'AdminKeyRotation' }),
  answer: created,
  errors: ['KEY_NOT_FOUND'],
  handler: async ({ params, body, record }, { store }) => {
    const { secret, known, rotated } = await rotate(store, params.id, body.overlap_hours * HOUR_MS);
    await record({ about: [known._id], before: adminKeyView(known), after: adminKeyView(rotated) });
    return { key: { ...adminKeyView(rotated), admin_key: secret } };
  },
});

async function rotate(store: Store, id: string, overlapMs: number) {
  for (;;) {
    const known = await store.adminKeys.get(id);
    if (!known || known.revokedAt) throw noKey();
    const secret = newAdminKey();
    const at = store.now();
    const rotated = await store.adminKeys.rotate(known, {
      hash: hashApiKey(secret),
      prefix: secret.slice(0, SHOWN_PREFIX),
      at,
      previousUntil: new Date(at.getTime() + overlapMs),
    });
    // Another rotation may have been faster. Then this one replaces its key.
    if (rotated) return { secret, known, rotated };
  }
}

const noKey = (): ApiError =>
  new ApiError('KEY_NOT_FOUND', 'There is no admin key with this id, or it was revoked.');
