import type { Environment } from '../../../core/shared/channels';
import type { Application } from '../../../store/accounts/applications';
import type { ApiDeps } from '../../deps';
import { quotasOf } from '../../sending/quota';
import { heldPrefixes } from '../pauses/held-prefixes';
import { heldWith, waitingAt } from '../explain/verdict/waiting-count';
import { workerState } from '../explain/verdict/worker-state';
import { incidentsOf } from './derive';
import type { Incident } from './incident';
import { restingOf } from './providers';
import { senderStates } from './sender-states';

/** Returns the incidents of an application: one read of the endpoint, one of each quota, and one count for each provider that cools down and each prefix that is held. */
export async function incidentsIn(
  deps: ApiDeps,
  application: Application,
  environment: Environment,
): Promise<Incident[]> {
  const { store, backlogLimit } = deps;
  const scope = { applicationId: application._id, environment };
  const [providers, endpoint, quotas, workers, prefixes] = await Promise.all([
    Promise.all(
      restingOf(application).map(async (one) => ({ ...one, waiting: await waitingAt(store, scope, one.id) })),
    ),
    store.webhooks.ofScope(scope),
    Promise.all(
      quotasOf(scope, application, store.now()).map(async ({ id, limit, period: { key } }) => ({
        per: key.startsWith('month') ? ('month' as const) : ('day' as const),
        ...{ limit, used: await store.quotas.used(id) },
      })),
    ),
    workerState(deps)(),
    Promise.all(
      heldPrefixes(application, scope).map(async (pause) => ({
        ...{ pause, prefix: pause.prefix, waiting: await heldWith(store, pause.of) },
      })),
    ),
  ]);
  return incidentsOf({
    ...{ application, environment, providers, endpoint, quotas, backlogLimit, workers, prefixes },
    senders: environment === 'production' ? senderStates(deps)(application) : [],
    health: deps.health(),
  });
}
