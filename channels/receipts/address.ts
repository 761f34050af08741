import type { z } from 'zod';
import type { Integration } from '../../core/sending/integration';
import type { ProviderDefinition, ProviderTools } from '../definition';

type Named = Pick<Integration, 'id' | 'provider'>;

/** Returns the address that the provider of an integration reports to; only the path if our own address is not known. */
export const receiptsAddress = ({ id, provider }: Named, publicUrl: string | undefined): string =>
  `${publicUrl ?? ''}/receipts/${provider}/${id}`;

/**
 * Returns the settings with which a provider is opened and its callbacks are read. If it reports to the `callback_url` of
 * each message, and the integration sets none, that is our own address. An address that the provider would not take
 * (`http:`) is left out.
 */
export function withCallbackUrl(
  { settings: schema, receipts }: ProviderDefinition,
  settings: Record<string, unknown>,
  integration: Named,
  { publicUrl }: Pick<ProviderTools, 'publicUrl'>,
): Record<string, unknown> {
  const field = (schema.shape as Record<string, z.ZodType>).callback_url;
  if (!field || !receipts || publicUrl === undefined || settings.callback_url !== undefined) return settings;
  const own = receiptsAddress(integration, publicUrl);
  return field.safeParse(own).success ? { ...settings, callback_url: own } : settings;
}
