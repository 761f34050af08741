import { lookupsOf } from '../../net/resolver/owner';
import { checkWebhookUrl } from '../../net/url-safety';
import type { ApiDeps } from '../deps';
import { ApiError } from '../http/api-error';

/** Throws a 400 if the address of an endpoint may lead into a private network. */
export async function requireSafe(
  { development, webhookSubnets, resolve }: ApiDeps,
  url: string,
  applicationId: string,
): Promise<void> {
  const policy = { development, allowedSubnets: webhookSubnets };
  const checked = await lookupsOf(applicationId, () => checkWebhookUrl(url, { ...policy, resolve }));
  if (!checked.ok) throw new ApiError('VALIDATION_ERROR', checked.reason, { field: 'url' });
}
