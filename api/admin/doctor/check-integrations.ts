import pMap from 'p-map';
import { type Finding, findingsOf } from '../../../core/doctor/finding';
import type { Integration } from '../../../core/sending/integration';
import { lookupsOf } from '../../../net/resolver/owner';
import type { Application } from '../../../store/accounts/applications';
import type { ApiDeps } from '../../deps';
import { refusedAddress } from '../integrations/check-addresses';
import { warmUpView } from '../integrations/warm-up-view';
import { checkCredentials } from '../integrations/test-integration';

/** Maximum number of integrations whose credentials are tried. */
const MAX_INTEGRATIONS = 40;
const AT_ONCE = 8;
/** Maximum time for one of them, milliseconds. All together stay below the timeout of the command line. */
const DEADLINE_MS = 4_000;

/** Asks each provider whether it takes the credentials of an integration. It sends nothing. */
export async function checkIntegrations(applications: Application[], deps: ApiDeps): Promise<Finding[]> {
  const all = applications.flatMap((application) =>
    (application.integrations ?? []).map((integration) => ({ application, integration })),
  );
  const found = await pMap(all.slice(0, MAX_INTEGRATIONS), (one) => credentialFindings(one, deps), {
    concurrency: AT_ONCE,
  });
  const { warning } = findingsOf('integrations');
  const rest =
    all.length > MAX_INTEGRATIONS
      ? [
          warning(
            `The credentials of only ${MAX_INTEGRATIONS} of ${all.length} integrations were tested.`,
            'Test the others: heliograph integrations test NAME --app APP',
          ),
        ]
      : [];
  return [...found.flat(), ...rest, ...(await warmUpFindings(all, deps))];
}

interface Owned {
  application: Application;
  integration: Integration;
}

/** Says how far the warm-up plans of integrations are. */
async function warmUpFindings(all: readonly Owned[], { store }: ApiDeps): Promise<Finding[]> {
  const found = await pMap(
    all.filter(({ integration }) => integration.warmUp),
    async ({ application, integration }) => {
      const { ok, warning } = findingsOf(`application ${application.name}`);
      const today = (await warmUpView(store, integration))?.today;
      if (!today)
        return warning(
          `The warm-up of the integration ${integration.name} is over, and limits nothing.`,
          `Remove the plan: heliograph integrations set ${integration.name} --app ${application.name} --warm-up none`,
        );
      const { day, most, used } = today;
      const numbers = `${most.toLocaleString('en')} a day, ${used.toLocaleString('en')} used`;
      return ok(`Day ${day} of the warm-up of the integration ${integration.name}: ${numbers}.`);
    },
    { concurrency: AT_ONCE },
  );
  return found;
}

async function credentialFindings({ application, integration }: Owned, deps: ApiDeps): Promise<Finding[]> {
  const { ok, problem } = findingsOf(`application ${application.name}`);
  const name = `the integration ${integration.name} (${integration.provider})`;
  const refused = await lookupsOf(application._id, () => refusedAddress(integration, deps));
  if (refused)
    return [
      problem(
        `Nothing is sent through ${name}, because its setting ${refused.setting} leads to an address that is not public.`,
        'Add the network of this address to INTEGRATION_ALLOWED_SUBNETS of API and worker and restart them, or correct the setting.',
      ),
    ];
  const { ok: taken, detail } = await checkCredentials(integration, deps, application, DEADLINE_MS);
  // Some providers cannot be asked without a message.
  if (taken === null) return [];
  return taken
    ? [ok(`The provider accepts the credentials of ${name}.`)]
    : [
        problem(
          `The provider does not accept the credentials of ${name}: ${detail}`,
          `Correct them: heliograph integrations set ${integration.name} --app ${application.name}`,
        ),
      ];
}
