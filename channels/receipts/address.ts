import type { z } from 'zod';
import type { Integration } from '../../core/sending/integration';
import type { ProviderDefinition, ProviderTools } from '../definition';

type Named = Pick<Integration, 'id' | 'provider'>;

/** Where the provider of an integration reports to; the path alone where nobody has said how we are reached. */
export const receiptsAddress = ({ id, provider }: Named, publicUrl: string | undefined): string =>
  `${publicUrl ?? ''}/receipts/${provider}/${id}`;

/**
 * Settings as a provider is opened and its callbacks are read with: where it reports what each message names
 * (`callback_url`), and the integration names nothing, that is our own address. An address that the provider would not
 * take (`http:`) is left away.
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
