import { type Finding, findingsOf } from '../../../core/doctor/finding';
import type { Application } from '../../../store/accounts/applications';
import type { ApiDeps } from '../../deps';
import { recordsOf, withoutPendingKeys } from '../senders/records-of';

/** Maximum number of domains for which DNS is asked. */
const MAX_DOMAINS = 20;

/** Checks the records of the domains that applications send from. */
export async function checkSenders(applications: readonly Application[], deps: ApiDeps): Promise<Finding[]> {
  const all = applications.flatMap((application) =>
    application.senders.filter(({ type }) => type === 'domain').map((sender) => ({ application, sender })),
  );
  const findings = await Promise.all(
    all.slice(0, MAX_DOMAINS).map(async ({ application, sender }) => {
      const { ok, warning } = findingsOf(`sender ${sender.value}`);
      const { records } = await recordsOf(sender, withoutPendingKeys(application), [], deps);
      const bad = records.filter(({ state }) => state !== 'ok' && state !== 'unclear');
      const shown = [...new Set(bad.map(({ purpose, state }) => `${purpose} ${state}`))].join(', ');
      const signed = bad.find(({ purpose, value }) => purpose === 'dkim' && value !== null);
      const why = signed ? ` ${signed.name}: ${signed.detail}` : '';
      const action = `heliograph senders records ${sender.value} --app ${application.name}`;
      return bad.length === 0
        ? ok('No DNS record is missing or wrong.')
        : warning(`DNS records are not right: ${shown}.${why}`, action);
    }),
  );
  if (all.length <= MAX_DOMAINS) return findings;
  const rest = findingsOf('senders').warning(
    `Only ${MAX_DOMAINS} of ${all.length} domains were checked.`,
    'Check the others: heliograph senders records <domain>',
  );
  return [...findings, rest];
}
