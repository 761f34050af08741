import type { Router } from 'express';
import { hashApiKey, newAdminKey } from '../../core/access/api-key';
import { newId } from '../../core/shared/ids';
import { createAdminKeyBody, rotateAdminKeyBody } from '../../core/schemas/admin-keys';
import type { AdminKey } from '../../store/accounts/admin-keys';
import { recordChange } from '../http/access/audit';
import { ApiError, parse } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { resource } from '../http/resource';

/** `admin_` and four characters. They are enough to tell keys apart, and of no use to a thief. */
const SHOWN_PREFIX = 10;
const HOUR_MS = 3_600_000;

/** Admin keys besides ADMIN_API_KEY. They are shown once, when they are made or rotated, and stored as a hash. */
export function adminKeyRoutes(router: Router, { store }: ApiDeps): void {
  resource(router, '/admin/v1/admin-keys', {
    post: async (request, response) => {
      const { name, role, expires_at: expiresAt = null } = parse(createAdminKeyBody, request.body);
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
      await recordChange(response, { about: [key._id], after: keyView(key) });
      response.status(201).json({ success: true, key: { ...keyView(key), admin_key: secret } });
    },
    get: async (_request, response) => {
      response.json({ success: true, keys: (await store.adminKeys.list()).map(keyView) });
    },
  });

  resource(router, '/admin/v1/admin-keys/:id', {
    delete: async (request, response) => {
      const revoked = await store.adminKeys.revoke(String(request.params.id), new Date());
      if (!revoked) throw noKey();
      const before = keyView({ ...revoked, revokedAt: null });
      await recordChange(response, { about: [revoked._id], before });
      response.json({ success: true });
    },
  });

  resource(router, '/admin/v1/admin-keys/:id/rotate', {
    post: async (request, response) => {
      const { overlap_hours: overlap } = parse(rotateAdminKeyBody, request.body);
      const { secret, known, rotated } = await rotate(String(request.params.id), overlap * HOUR_MS);
      await recordChange(response, { about: [known._id], before: keyView(known), after: keyView(rotated) });
      response.json({ success: true, key: { ...keyView(rotated), admin_key: secret } });
    },
  });

  async function rotate(id: string, overlapMs: number) {
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
}

const noKey = (): ApiError => new ApiError('KEY_NOT_FOUND', 'There is no such admin key, or it is revoked.');

export const keyView = (key: AdminKey) => ({
  id: key._id,
  name: key.name,
  role: key.role,
  prefix: key.prefix,
  created_at: key.createdAt.toISOString(),
  expires_at: key.expiresAt?.toISOString() ?? null,
  /** Up to a minute old. */
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  /** Until when the key before the last rotation is valid. Null: there was none. */
  previous_until: key.previousUntil?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
});
