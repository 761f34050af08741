import { z } from 'zod';
import { ADMIN_ROLES } from '../../../core/access/admin-roles';
import { KEY_SCOPES } from '../../../core/access/key-scopes';
import { createKeyBody } from '../../../core/schemas/admin';
import { createAdminKeyBody, rotateAdminKeyBody } from '../../../core/schemas/admin-keys';
import { ENVIRONMENTS } from '../../../core/shared/channels';
import { answer, timestamp, uuid, done } from '../../http/formats';
import { adminPaths } from './operation';

const use = {
  prefix: z.string().describe('Beginning of the key, to tell keys apart.'),
  expires_at: timestamp.nullable().describe('Null: never.'),
  last_used_at: timestamp.nullable().describe('Up to a minute old. Null: never used.'),
  created_at: timestamp,
  revoked_at: timestamp.nullable(),
};

const apiKey = {
  id: uuid,
  ...use,
  environment: z.enum(ENVIRONMENTS),
  label: z.string().nullable(),
  rate_limit: z.int().nullable().describe('Requests per second. Null: the default of the environment.'),
  scopes: z.array(z.enum(KEY_SCOPES)),
};

const adminKey = {
  id: uuid,
  ...use,
  name: z.string(),
  role: z.enum(ADMIN_ROLES),
  previous_until: timestamp
    .nullable()
    .describe('Until when the key before the last rotation is valid. Null: there was none.'),
};
const secretAdminKey = answer('AdminKeyCreated', {
  key: z.object({ ...adminKey, admin_key: z.string().describe('The key. It is shown this once.') }),
});

export const keyPaths = adminPaths('Keys', {
  'POST /admin/v1/applications/:app/keys': {
    id: 'createApiKey',
    summary: 'Create an API key',
    body: createKeyBody.meta({ id: 'ApiKeyRequest' }),
    answer: answer('ApiKeyCreated', {
      key: z.object({ ...apiKey, api_key: z.string().describe('The key. It is shown this once.') }),
    }),
    status: 201,
    errors: ['APPLICATION_NOT_FOUND'],
  },
  'GET /admin/v1/applications/:app/keys': {
    id: 'listApiKeys',
    summary: 'List the API keys of an application',
    answer: answer('ApiKeysAnswer', { keys: z.array(z.object(apiKey).meta({ id: 'ApiKey' })) }),
    errors: ['APPLICATION_NOT_FOUND'],
  },
  'DELETE /admin/v1/applications/:app/keys/:id': {
    id: 'revokeApiKey',
    summary: 'Revoke an API key',
    answer: done,
    errors: ['APPLICATION_NOT_FOUND', 'KEY_NOT_FOUND'],
  },
  'POST /admin/v1/admin-keys': {
    id: 'createAdminKey',
    summary: 'Create an admin key',
    body: createAdminKeyBody.meta({ id: 'AdminKeyRequest' }),
    answer: secretAdminKey,
    status: 201,
  },
  'GET /admin/v1/admin-keys': {
    id: 'listAdminKeys',
    summary: 'List the admin keys',
    answer: answer('AdminKeysAnswer', { keys: z.array(z.object(adminKey).meta({ id: 'AdminKey' })) }),
  },
  'DELETE /admin/v1/admin-keys/:id': {
    id: 'revokeAdminKey',
    summary: 'Revoke an admin key',
    answer: done,
    errors: ['KEY_NOT_FOUND'],
  },
  'POST /admin/v1/admin-keys/:id/rotate': {
    id: 'rotateAdminKey',
    summary: 'Replace an admin key',
    description: 'The old key stays valid for some hours.',
    body: rotateAdminKeyBody.meta({ id: 'AdminKeyRotation' }),
    answer: secretAdminKey,
    errors: ['KEY_NOT_FOUND'],
  },
});
