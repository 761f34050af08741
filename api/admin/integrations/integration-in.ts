import type { Integration } from '../../../core/sending/integration';
import type { Application } from '../../../store/accounts/applications';
import type { Store } from '../../../store/store';
import { ApiError, invalid } from '../../http/api-error';
import { applicationIn } from '../applications/application-in';

export const INTEGRATIONS = '/admin/v1/applications/:app/integrations';

export const missingIntegration = ['APPLICATION_NOT_FOUND', 'INTEGRATION_NOT_FOUND'] as const;

/** Returns the integration that a path names by its id, or by its name if no other one has it. */
export async function integrationIn(
  store: Store,
  call: { params: { app: string; id: string } },
): Promise<{ application: Application; integration: Integration }> {
  const application = await applicationIn(store, call);
  const { integrations = [] } = application;
  const given = call.params.id;
  const byId = integrations.find(({ id }) => id === given);
  const [integration = byId, ...others] = byId ? [] : integrations.filter(({ name }) => name === given);
  if (!integration)
    throw new ApiError('INTEGRATION_NOT_FOUND', 'This application has no integration with this id or name.');
  if (others.length === 0) return { application, integration };
  const ids = [integration, ...others].map(({ id }) => id).join(', ');
  const words = `must be the id of one of the ${others.length + 1} integrations named ${given}: ${ids}`;
  throw invalid('id', words);
}
