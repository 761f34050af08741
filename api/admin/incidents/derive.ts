import { guardText } from '../../../core/caps/sms-guard';
import type { ApplicationPause } from '../../../core/sending/pauses';
import type { Environment } from '../../../core/shared/channels';
import type { Application } from '../../../store/accounts/applications';
import type { WebhookEndpoint } from '../../../store/webhooks/endpoints';
import type { Health } from '../../../telemetry/health';
import {
  remedy,
  type Remedy,
  type RemedyCode,
  SERVICE,
  type Subject,
  type Waiting,
} from '../explain/verdict/remedy';
import type { WorkerState } from '../explain/verdict/worker-state';
import { type Incident, incident } from './incident';
import { type ProviderFacts, providerIncidents } from './providers';
import type { SenderFacts } from './sender-states';

/** What is stored or known, from which incidents are derived. */
export interface IncidentFacts {
  application: Application;
  environment: Environment;
  /** Providers that cool down, and what waits for them. */
  providers: ProviderFacts[];
  endpoint: WebhookEndpoint | null;
  /** Senders of the application whose DNS records are missing or wrong. */
  senders: SenderFacts[];
  /** Prefixes that the SMS guard holds, and what waits for them. */
  prefixes: { pause: ApplicationPause; prefix: string; waiting: Waiting }[];
  quotas: { per: 'day' | 'month'; used: number; limit: number }[];
  backlogLimit: number;
  health: Pick<Health, 'temporal' | 'encryption_key'>;
  /** Null: Temporal did not answer. */
  workers: WorkerState | null;
}

/** Share of a quota at which it is worth a look. */
const QUOTA_SHARE = 0.9;
/** The same of the limit of a backlog. */
export const BACKLOG_SHARE = 0.5;

/** Returns what is wrong now, what stops everything first. */
export const incidentsOf = (facts: IncidentFacts): Incident[] => [
  ...serviceIncidents(facts),
  ...backlogIncidents(facts),
  ...providerIncidents(facts),
  ...prefixIncidents(facts),
  ...quotaIncidents(facts),
  ...endpointIncidents(facts),
  ...senderIncidents(facts),
];

function serviceIncidents({ health, workers, application }: IncidentFacts): Incident[] {
  const of = (code: Incident['code'], mends: RemedyCode, text: string, waiting: Incident['waiting'] = null) =>
    incident({ code, about: SERVICE, remedy: remedy(mends, SERVICE, application.name), text, waiting });
  const key =
    health.encryption_key === false
      ? [
          of(
            'ENCRYPTION_KEY_CHANGED',
            'SET_ENCRYPTION_KEY',
            'ENCRYPTION_KEY is not the key of this database, so sends are refused.',
          ),
        ]
      : [];
  if (!health.temporal)
    return [
      ...key,
      of(
        'TEMPORAL_UNREACHABLE',
        'CHECK_TEMPORAL',
        'Temporal does not answer. Sends are accepted, and start later.',
      ),
    ];
  if (workers === null || workers.polls) return key;
  const { tasks: count } = workers;
  return [
    ...key,
    of('NO_WORKER', 'START_WORKER', 'No worker runs, so nothing is sent.', { count, more: false }),
  ];
}

function backlogIncidents({ application, backlogLimit: limit }: IncidentFacts): Incident[] {
  const { backlog: used = 0, name } = application;
  if (used <= limit * BACKLOG_SHARE) return [];
  const isFull = used > limit;
  return [
    incident({
      ...{ code: isFull ? 'BACKLOG_FULL' : 'BACKLOG_HIGH', about: itself(application), used, limit },
      waiting: { count: used, more: isFull },
      remedy: remedy('START_WORKER', SERVICE, name),
      text: isFull
        ? `More than ${limit} notifications have not begun, so sends are refused.`
        : `${used} notifications have not begun. Above ${limit}, sends are refused.`,
    }),
  ];
}

const prefixIncidents = ({ application, prefixes }: IncidentFacts): Incident[] =>
  prefixes.map(({ pause, prefix, waiting }) => {
    const about: Subject = { kind: 'prefix', id: prefix, name: prefix };
    const { endsAt, resumedAt, counts = { sent: 0, followed: 0 } } = pause;
    const since = pause.since.toISOString();
    return incident({
      ...{ code: 'SMS_GUARD_HOLDS', about, since, next_at: endsAt?.toISOString() ?? null, waiting },
      ...{ used: counts.sent - counts.followed, limit: counts.sent },
      remedy: remedy(resumedAt ? 'WAIT' : 'RESUME', about, application.name),
      text: `The SMS guard holds SMS to ${prefix} since ${since}: ${guardText(counts)}.`,
    });
  });

const quotaIncidents = ({ application, quotas }: IncidentFacts): Incident[] =>
  quotas
    .filter(({ used, limit }) => used >= limit * QUOTA_SHARE)
    .map(({ per, used, limit }) => {
      const isUsed = used >= limit;
      return incident({
        ...{
          code: isUsed ? 'QUOTA_USED' : 'QUOTA_NEAR',
          about: itself(application),
          failure: per,
          used,
          limit,
        },
        remedy: remedy('RAISE_QUOTA', itself(application), null),
        text: `${used} of ${limit} notifications of this ${per} are used${isUsed ? ', so sends are refused' : ''}.`,
      });
    });

function endpointIncidents({ application, endpoint }: IncidentFacts): Incident[] {
  if (!endpoint) return [];
  const { switchedOff, failingSince, isActive } = endpoint;
  const about: Subject = { kind: 'endpoint', id: endpoint._id, name: endpoint.url };
  const mended: { about: Subject; remedy: Remedy } = {
    about,
    remedy: remedy('FIX_ENDPOINT', about, application.name),
  };
  if (switchedOff)
    return [
      incident({
        ...{ code: 'ENDPOINT_DISABLED', ...mended, since: switchedOff.at.toISOString() },
        failure: switchedOff.reason ?? 'failing',
        text: `The service disabled the webhook endpoint, because it ${switchedOff.reason === 'gone' ? 'answered 410' : 'failed for days'}.`,
      }),
    ];
  if (!isActive || !failingSince) return [];
  const since = failingSince.toISOString();
  return [
    incident({
      code: 'ENDPOINT_FAILING',
      ...mended,
      since,
      text: `The webhook endpoint has failed since ${since}.`,
    }),
  ];
}

const senderIncidents = ({ application, senders }: IncidentFacts): Incident[] =>
  senders.map(({ id, value, bad }) => {
    const about: Subject = { kind: 'sender', id, name: value };
    return incident({
      ...{ code: 'SENDER_RECORDS', about, failure: bad },
      remedy: remedy('FIX_SENDER', about, application.name),
      text: `DNS records of ${value} are not right: ${bad}.`,
    });
  });

const itself = ({ _id, name }: Application): Subject => ({ kind: 'application', id: _id, name });
