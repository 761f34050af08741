import type { Router } from 'express';
import { hashApiKey, newApiKey } from '../../core/access/api-key';
import { newId } from '../../core/shared/ids';
import { KEY_SCOPES } from '../../core/access/key-scopes';
import { createKeyBody } from '../../core/schemas/admin';
import type { ApiKey } from '../../store/accounts/api-keys';
import { recordChange } from '../http/access/audit';
import { ApiError, parse } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { resource } from '../http/resource';
import { applicationIn } from './applications';

/** `live_` or `test_` and four characters. They are enough to tell keys apart, and of no use to a thief. */
const SHOWN_PREFIX = 9;

/** API keys. They are shown once, when they are made, and stored as a hash. */
export function keyRoutes(router: Router, { store, cached }: ApiDeps): void {
  resource(router, '/admin/v1/applications/:app/keys', {
    post: async (request, response) => {
      const application = await applicationIn(store, request);
      const { environment, ...body } = parse(createKeyBody, request.body);
      const secret = newApiKey(environment);
      const key: ApiKey = {
        _id: hashApiKey(secret),
        id: newId(),
        applicationId: application._id,
        environment,
        prefix: secret.slice(0, SHOWN_PREFIX),
        label: body.label ?? null,
        rateLimit: body.rate_limit ?? null,
        scopes: body.scopes ?? null,
        expiresAt: body.expires_at ?? null,
        createdAt: new Date(),
        revokedAt: null,
      };
      await store.apiKeys.insert(key);
      await recordChange(response, { about: [application._id, key.id], after: keyView(key) });
      response.status(201).json({ success: true, key: { ...keyView(key), api_key: secret } });
    },
    get: async (request, response) => {
      const application = await applicationIn(store, request);
      const keys = await store.apiKeys.list(application._id);
      response.json({ success: true, keys: keys.map(keyView) });
    },
  });

  resource(router, '/admin/v1/applications/:app/keys/:id', {
    delete: async (request, response) => {
      const application = await applicationIn(store, request);
      const revoked = await store.apiKeys.revoke(application._id, String(request.params.id), new Date());
      cached.clear();
      if (!revoked) throw new ApiError('KEY_NOT_FOUND', 'This application has no such key.');
      const before = keyView({ ...revoked, revokedAt: null });
      await recordChange(response, { about: [application._id, revoked.id], before });
      response.json({ success: true });
    },
  });
}

export const keyView = (key: ApiKey) => ({
  id: key.id,
  prefix: key.prefix,
  environment: key.environment,
  label: key.label,
  /** Requests per second. Null: the default of the environment. */
  rate_limit: key.rateLimit ?? null,
  scopes: key.scopes ?? KEY_SCOPES,
  expires_at: key.expiresAt?.toISOString() ?? null,
  /** Up to a minute old. */
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  created_at: key.createdAt.toISOString(),
  revoked_at: key.revokedAt?.toISOString() ?? null,
});
