import { type Finding, findingsOf } from '../../../core/doctor/finding';
import { isUnsubscribeUrl } from '../../../core/preferences/links';
import { ENVIRONMENTS, type Environment } from '../../../core/shared/channels';
import { resolveSender } from '../../../core/sending/sender';
import type { Application } from '../../../store/accounts/applications';
import type { ApiDeps } from '../../deps';
import { BACKLOG_SHARE } from '../incidents/derive';
import { pausedThing } from '../../../core/sending/pauses';
import { pauseText } from '../notifications/held-step';
import { sealedFindings } from './sealed-findings';
import { tenantFindings } from './tenant-findings';

/** Checks one application: its senders, the health of its accounts at providers, its endpoints and its backlog. */
export async function checkApplication(application: Application, deps: ApiDeps): Promise<Finding[]> {
  const endpoints = await Promise.all(
    ENVIRONMENTS.map((environment) => endpointFindings(application, environment, deps)),
  );
  const findings = [
    ...senderFindings(application),
    ...smsFindings(application),
    ...guardFindings(application),
    ...(await tenantFindings(application, deps)),
    ...providerFindings(application, deps),
    ...(await pauseFindings(application, deps)),
    ...endpoints.flat(),
    ...backlogFindings(application, deps),
    ...linkFindings(application, deps),
    ...sealedFindings(application, deps),
  ];
  return findings.length > 0
    ? findings
    : [findingsOf(`application ${application.name}`).ok('Nothing is wrong.')];
}

function senderFindings(application: Application): Finding[] {
  const { warning } = findingsOf(`application ${application.name}`);
  const sender = resolveSender(application, 'email', { requested: null, event: undefined });
  if (sender.ok) return [];
  return [
    warning(
      `An e-mail without a named sender is refused. ${sender.message}`,
      'Add a sender (heliograph senders add domain …), or correct the default sender (heliograph apps set).',
    ),
  ];
}

/** Says that nothing guards its SMS against pumping: a stranger lets it send many to numbers that earn money. */
function smsFindings({
  name,
  integrations = [],
  limits = [],
  smsCountries,
  smsGuard,
}: Application): Finding[] {
  const isGuarded =
    smsCountries ?? smsGuard ?? limits.some(({ channel, of }) => channel === 'sms' && of !== 'contact');
  if (isGuarded || !integrations.some(({ channel }) => channel === 'sms')) return [];
  return [
    findingsOf(`application ${name}`).warning(
      'Nothing limits its SMS to countries, numbers or prefixes, so SMS pumping can cost much.',
      `Allow countries (heliograph apps set ${name} --sms-countries DE,AT), or set limits (docs/guides/limits.md).`,
    ),
  ];
}

/** Says what the SMS guard watches. What it holds is among the pauses. */
function guardFindings({ name, smsGuard }: Application): Finding[] {
  if (!smsGuard) return [];
  return [
    findingsOf(`application ${name}`).ok(`The SMS guard is on for the events ${smsGuard.events.join(', ')}.`),
  ];
}

function providerFindings(
  { name, health = {}, integrations = [] }: Application,
  { store }: ApiDeps,
): Finding[] {
  const { warning, problem } = findingsOf(`application ${name}`);
  return Object.entries(health).flatMap(([id, { restUntil, failures, why }]) => {
    const integration = integrations.find((one) => one.id === id);
    const shown = integration ? `The integration ${integration.name} (${integration.channel})` : 'SMTP_URL';
    const action = integration
      ? `Find the reason: heliograph integrations test ${integration.name} --app ${name}`
      : 'Check SMTP_URL, and the log of a worker.';
    if (restUntil !== null && restUntil > store.now())
      return [problem(`${shown} failed ${failures} times in a row (${why}) and is cooling down.`, action)];
    return failures > 0 ? [warning(`${shown} failed ${failures} times in a row (${why}).`, action)] : [];
  });
}

/** Says what is paused, so that nobody forgets it. */
function pauseFindings(
  { name, pauses = [], integrations = [] }: Application,
  { store }: ApiDeps,
): Promise<Finding[]> {
  const { warning } = findingsOf(`application ${name}`);
  return Promise.all(
    pauses.map(async (pause) => {
      const held = await store.holds.count(pause.of);
      const { kind, name: thing } = pausedThing(pause.of);
      const resume =
        kind === 'event'
          ? `heliograph events resume ${thing} --env ${pause.of.split(':')[2]} --app ${name}`
          : kind === 'broadcast'
            ? `heliograph broadcasts resume ${thing}`
            : kind === 'prefix'
              ? `heliograph sms-guard resume ${thing} --env ${pause.of.split(':')[2]} --app ${name}`
              : `heliograph integrations resume ${thing} --app ${name}`;
      const are = held === 1 ? '1 notification is held' : `${held} notifications are held`;
      return warning(
        `The ${pauseText(pause, integrations)}. ${are}.`,
        pause.resumedAt ? 'It was resumed and releases them. Check workers if that lasts.' : resume,
      );
    }),
  );
}

async function endpointFindings(
  { _id, name }: Application,
  environment: Environment,
  { store }: ApiDeps,
): Promise<Finding[]> {
  const endpoint = await store.webhooks.ofScope({ applicationId: _id, environment });
  const { warning, problem } = findingsOf(`application ${name}`);
  const show = `heliograph webhooks show --env ${environment} --app ${name}`;
  if (endpoint?.switchedOff)
    return [
      problem(
        `The service disabled the webhook endpoint of ${environment} at ${endpoint.switchedOff.at.toISOString()}, because it ${endpoint.switchedOff.reason === 'gone' ? 'answered 410' : 'failed for days'}.`,
        `Correct it, enable it, and redeliver the failed events: ${show}`,
      ),
    ];
  if (endpoint?.isActive && endpoint.failingSince)
    return [
      warning(
        `The webhook endpoint of ${environment} has failed since ${endpoint.failingSince.toISOString()}.`,
        `See its responses: ${show}`,
      ),
    ];
  return [];
}

function backlogFindings({ name, backlog = 0 }: Application, { backlogLimit }: ApiDeps): Finding[] {
  const { warning, problem } = findingsOf(`application ${name}`);
  const action = 'Check whether workers poll (above). If they do, start more workers.';
  if (backlog > backlogLimit)
    return [
      problem(`More than ${backlogLimit} notifications have not begun, so its sends are refused.`, action),
    ];
  if (backlog > backlogLimit * BACKLOG_SHARE)
    return [
      warning(`${backlog} notifications have not begun. Above ${backlogLimit}, sends are refused.`, action),
    ];
  return [];
}

/** E-mails of bulk categories need an address that unsubscribes (PREFERENCE-33). */
function linkFindings({ name, categories = {} }: Application, { linkUrl = '' }: ApiDeps): Finding[] {
  const bulk = Object.values(categories)
    .flat()
    .find((category) => category.bulk);
  if (!bulk || isUnsubscribeUrl(linkUrl)) return [];
  return [
    findingsOf(`application ${name}`).problem(
      `PUBLIC_URL is not an https address, so e-mails of bulk categories such as ${bulk.name} fail.`,
      'Set the https address of the production API for API and worker.',
    ),
  ];
}
