import { type Environment, ENVIRONMENTS } from '../../../core/shared/channels';
import { invalid } from '../../http/api-error';

/** Returns the environment that `:environment` names. */
export function environmentIn({ params }: { params: { environment?: string | string[] } }): Environment {
  const environment = String(params.environment);
  if ((ENVIRONMENTS as readonly string[]).includes(environment)) return environment as Environment;
  throw invalid('environment', `must be one of ${ENVIRONMENTS.join(', ')}`);
}
