import { z } from 'zod';
import {
  createIntegrationBody,
  testIntegrationBody,
  updateIntegrationBody,
} from '../../../core/schemas/integration';
import { CHANNELS } from '../../../core/shared/channels';
import { answer, timestamp, uuid, done } from '../../http/formats';
import { adminPaths } from './operation';

const channel = z.enum(CHANNELS);

const provider = z
  .object({
    name: z.string(),
    channels: z.array(channel),
    settings: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        secret: z.boolean().describe('It is sealed, and no route shows it.'),
        required: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Provider' });

const integration = z
  .object({
    id: uuid,
    channel,
    provider: z.string(),
    name: z.string(),
    priority: z.int().describe('The lowest is tried first.'),
    per_second: z.number().nullable().describe('Messages per second. Null: no limit.'),
    settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    secrets: z.array(z.string()).describe('Names of the settings that are secret.'),
    receipts_url: z
      .string()
      .optional()
      .describe('Where its provider reports to. Only the path if the service does not know its own address.'),
    health: z.object({
      state: z.enum(['ok', 'failing', 'resting']),
      failures: z.int().optional().describe('In a row.'),
      code: z.string().optional().describe('What the last attempt failed with.'),
      since: timestamp.optional().describe('Since when it rests.'),
      until: timestamp.optional().describe('When a resting provider is tried again.'),
    }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Integration' });

const one = answer('IntegrationAnswer', { integration });
const checked = answer('IntegrationChecked', {
  integration,
  checked: z
    .string()
    .optional()
    .describe('What the provider said to the credentials. Absent: it was not asked.'),
});
const missing = ['APPLICATION_NOT_FOUND', 'INTEGRATION_NOT_FOUND'] as const;

export const integrationPaths = adminPaths('Integrations', {
  'GET /admin/v1/providers': {
    id: 'listProviders',
    summary: 'List the providers that can be connected to, with their settings',
    answer: answer('ProvidersAnswer', { providers: z.array(provider) }),
  },
  'POST /admin/v1/applications/:app/integrations': {
    id: 'addIntegration',
    summary: 'Connect an application to a provider',
    body: createIntegrationBody.meta({ id: 'IntegrationRequest' }),
    answer: checked,
    status: 201,
    errors: ['APPLICATION_NOT_FOUND'],
  },
  'GET /admin/v1/applications/:app/integrations': {
    id: 'listIntegrations',
    summary: 'List the integrations of an application',
    answer: answer('IntegrationsAnswer', { integrations: z.array(integration) }),
    errors: ['APPLICATION_NOT_FOUND'],
  },
  'GET /admin/v1/applications/:app/integrations/:id': {
    id: 'getIntegration',
    summary: 'View an integration',
    answer: one,
    errors: [...missing],
  },
  'PATCH /admin/v1/applications/:app/integrations/:id': {
    id: 'updateIntegration',
    summary: 'Change an integration',
    description: 'Only the fields given change; null removes a setting.',
    body: updateIntegrationBody.meta({ id: 'IntegrationChanges' }),
    answer: checked,
    errors: [...missing],
  },
  'DELETE /admin/v1/applications/:app/integrations/:id': {
    id: 'removeIntegration',
    summary: 'Remove an integration',
    answer: done,
    errors: [...missing],
  },
  'POST /admin/v1/applications/:app/integrations/:id/test': {
    id: 'testIntegration',
    summary: 'Try the credentials, or send a test message',
    body: testIntegrationBody.meta({ id: 'IntegrationTest' }),
    bodyIsOptional: true,
    answer: answer('IntegrationTested', {
      ok: z.boolean().nullable().describe('Null: the provider cannot check credentials without sending.'),
      detail: z.string(),
    }),
    errors: [...missing],
  },
});
