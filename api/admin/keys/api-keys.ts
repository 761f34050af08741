import { z } from 'zod';
import { hashApiKey, newApiKey } from '../../../core/access/api-key';
import { createKeyBody } from '../../../core/schemas/admin';
import { newId } from '../../../core/shared/ids';
import type { ApiKey } from '../../../store/accounts/api-keys';
import { ApiError } from '../../http/api-error';
import { answer, done } from '../../http/formats';
import { route } from '../../http/route';
import { applicationIn } from '../applications/application-in';
import { apiKeySchema, apiKeyView, expiryOf } from './view';

// API keys of applications. Each is shown once, when it is made, and stored as a hash.

/** `live_` or `test_` and four characters. They are enough to tell keys apart, and of no use to a thief. */
const SHOWN_PREFIX = 9;

const KEYS = '/admin/v1/applications/:app/keys';

export const createApiKey = route({
  id: 'createApiKey',
  tag: 'Keys',
  method: 'post',
  path: KEYS,
  role: 'owner',
  audit: 'api_key.create',
  summary: 'Create an API key',
  body: createKeyBody.meta({ id: 'ApiKeyRequest' }),
  answer: answer('ApiKeyCreated', {
    key: apiKeySchema.extend({ api_key: z.string().describe('The key. It is shown only once.') }),
  }),
  status: 201,
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => {
    const expiresAt = expiryOf(call.body);
    const application = await applicationIn(store, call);
    const { environment, ...body } = call.body;
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
      expiresAt,
      createdAt: new Date(),
      revokedAt: null,
    };
    await store.apiKeys.insert(key);
    await call.record({ about: [application._id, key.id], after: apiKeyView(key) });
    return { key: { ...apiKeyView(key), api_key: secret } };
  },
});

export const listApiKeys = route({
  id: 'listApiKeys',
  tag: 'Keys',
  method: 'get',
  path: KEYS,
  role: 'viewer',
  summary: 'List the API keys of an application',
  answer: answer('ApiKeysAnswer', { keys: z.array(apiKeySchema.meta({ id: 'ApiKey' })) }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => {
    const application = await applicationIn(store, call);
    return { keys: (await store.apiKeys.list(application._id)).map(apiKeyView) };
  },
});

export const revokeApiKey = route({
  id: 'revokeApiKey',
  tag: 'Keys',
  method: 'delete',
  path: `${KEYS}/:id`,
  role: 'owner',
  audit: 'api_key.revoke',
  summary: 'Revoke an API key',
  answer: done,
  errors: ['APPLICATION_NOT_FOUND', 'KEY_NOT_FOUND'],
  handler: async (call, { store, cached }) => {
    const application = await applicationIn(store, call);
    const revoked = await store.apiKeys.revoke(application._id, call.params.id, new Date());
    cached.clear();
    if (!revoked) throw new ApiError('KEY_NOT_FOUND', 'This application has no API key with this id.');
    const before = apiKeyView({ ...revoked, revokedAt: null });
    await call.record({ about: [application._id, revoked.id], before });
    return {};
  },
});
