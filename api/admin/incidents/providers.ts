import type { ProviderHealth } from '../../../core/sending/failover';
import { SERVICE_SMTP } from '../../../core/sending/candidates';
import type { Application } from '../../../store/accounts/applications';
import { accountOf, providerText } from '../explain/verdict/facts';
import { remedy, remedyFor, type Waiting } from '../explain/verdict/remedy';
import { type Incident, incident } from './incident';

/** A provider that cools down. */
export interface ProviderFacts {
  id: string;
  health: ProviderHealth;
  waiting: Waiting;
}

/** Returns the providers of an application that cool down. Those of removed integrations are none. */
export const restingOf = ({
  health = {},
  integrations = [],
}: Application): Omit<ProviderFacts, 'waiting'>[] =>
  Object.entries(health)
    .filter(([id]) => id === SERVICE_SMTP || integrations.some((one) => one.id === id))
    .filter(([, { restUntil }]) => Boolean(restUntil))
    .map(([id, of]) => ({ id, health: of }));

/** Returns an incident for each provider that cools down. In sandbox, where most messages are captured, only if some wait. */
export const providerIncidents = (facts: {
  application: Application;
  environment: 'production' | 'sandbox';
  providers: ProviderFacts[];
}): Incident[] =>
  facts.providers
    .filter(({ waiting }) => facts.environment === 'production' || waiting.count > 0)
    .flatMap(({ id, health, waiting }) => {
      const { application } = facts;
      const about = accountOf(id, application);
      if (!about) return [];
      const { why, at, restingSince = at, restUntil } = health;
      const mends = remedyFor(why, { isOpen: true, account: about });
      const since = restingSince.toISOString();
      const name = providerText({ id, provider: about.kind === 'smtp' ? 'smtp' : null }, application);
      return incident({
        ...{
          code: 'PROVIDER_RESTING',
          about,
          failure: why,
          since,
          next_at: restUntil?.toISOString() ?? null,
        },
        waiting,
        remedy: remedy(mends, about, application.name),
        text: `${name} fails with ${why} since ${since}. ${waiting.count}${waiting.more ? ' or more' : ''} wait.`,
      });
    });
