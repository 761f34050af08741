import { z } from 'zod';
import type { DeliveryErrorCode } from '../../../../core/sending/delivery-error';

/** What a cause or a remedy is about. */
export const subjectSchema = z
  .object({
    kind: z.enum([
      ...(['integration', 'smtp', 'channel', 'contact', 'event', 'notification'] as const),
      ...(['broadcast', 'endpoint', 'sender', 'application', 'service', 'prefix'] as const),
    ]),
    id: z.string().nullable().describe('Null: the kind says it.'),
    name: z.string().nullable(),
  })
  .meta({ id: 'Subject' });

export type Subject = z.output<typeof subjectSchema>;

const REMEDIES = [
  ...(['FIX_INTEGRATION', 'CHECK_SMTP', 'ADD_PROVIDER', 'LIFT_SUPPRESSION', 'FIX_CONTACT'] as const),
  ...(['CHANGE_PREFERENCE', 'CHANGE_LIMIT'] as const),
  ...(['FIX_EVENT', 'FIX_REQUEST', 'FIX_CODE', 'FIX_ENDPOINT', 'FIX_SENDER', 'RAISE_QUOTA'] as const),
  ...([
    'START_WORKER',
    'CHECK_TEMPORAL',
    'UNPAUSE',
    'SET_ENCRYPTION_KEY',
    'RETRY',
    'RESUME',
    'WAIT',
  ] as const),
];

/** What would mend something: a stable code, and what it is about. */
export const remedySchema = z
  .object({
    code: z.enum(REMEDIES),
    about: subjectSchema,
    text: z.string().describe('What to do, for the command line.'),
  })
  .meta({ id: 'Remedy' });

export type Remedy = z.output<typeof remedySchema>;
export type RemedyCode = Remedy['code'];

/** How many notifications share a cause. */
export const waitingSchema = z
  .object({
    count: z.int().min(0),
    more: z
      .boolean()
      .describe('Whether there are more than `count`, which is then the most that is counted.'),
  })
  .meta({ id: 'WaitingCount' });

export type Waiting = z.output<typeof waitingSchema>;

/** What counts as one cause of a failed message, and who can mend it. */
const BY_FAILURE: Readonly<Record<DeliveryErrorCode, RemedyCode>> = {
  HARD_BOUNCE: 'FIX_CONTACT',
  SOFT_BOUNCE: 'RETRY',
  SUPPRESSED: 'LIFT_SUPPRESSION',
  PREFERENCE: 'CHANGE_PREFERENCE',
  CAPPED: 'CHANGE_LIMIT',
  COUNTRY_NOT_ALLOWED: 'CHANGE_LIMIT',
  INVALID_RECIPIENT: 'FIX_CONTACT',
  UNAUTHORIZED: 'FIX_INTEGRATION',
  RATE_LIMITED: 'RETRY',
  REJECTED: 'FIX_EVENT',
  TEMPLATE_ERROR: 'FIX_EVENT',
  TIMEOUT: 'RETRY',
  OUTCOME_UNKNOWN: 'RETRY',
  NO_PROVIDER: 'ADD_PROVIDER',
  EXPIRED: 'RETRY',
  PROVIDER_ERROR: 'RETRY',
};

/** Returns what mends a failure at an account. While it is still retried, nobody has to retry it. */
export function remedyFor(
  failure: string,
  { isOpen, account = null }: { isOpen: boolean; account?: Subject | null },
): RemedyCode {
  const known = Object.entries(BY_FAILURE).find(([code]) => code === failure)?.[1] ?? 'RETRY';
  if (known === 'FIX_INTEGRATION' && account?.kind === 'smtp') return 'CHECK_SMTP';
  return known === 'RETRY' && isOpen ? 'WAIT' : known;
}

/** Returns a remedy with its words. `app` is the name of the application. */
export function remedy(code: RemedyCode, about: Subject, app: string | null): Remedy {
  return { code, about, text: wordsOf(code, about, app === null ? '' : ` --app ${quoted(app)}`) };
}

/** Returns a name as a shell reads it. */
const quoted = (name: string): string =>
  /^[\w.@-]*$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;

function wordsOf(code: RemedyCode, { kind, id, name }: Subject, app: string): string {
  const which = quoted(name ?? id ?? '');
  switch (code) {
    case 'FIX_INTEGRATION':
      return `Correct the integration ${which}: heliograph integrations set ${which}${app}`;
    case 'CHECK_SMTP':
      return 'Check SMTP_URL, and the log of a worker.';
    case 'ADD_PROVIDER':
      return `Add an integration for ${which}: heliograph integrations add${app}`;
    case 'LIFT_SUPPRESSION':
      return `If the recipient agrees, lift the suppression: heliograph suppressions lift${app}`;
    case 'CHANGE_PREFERENCE':
      return 'Leave it. If the recipient asks for it, change the preferences of the contact.';
    case 'CHANGE_LIMIT':
      return 'Leave it, or change the limit that the text names, and retry the notification.';
    case 'FIX_CONTACT':
      return 'Correct the address of the contact, and send again.';
    case 'FIX_EVENT':
      return `Correct the event ${which}, or its payload, as the error says, and retry the notification.`;
    case 'FIX_REQUEST':
      return 'Correct the request of your application, as the error says.';
    case 'FIX_CODE':
      return 'Correct the code of the sequence. The notification then continues by itself.';
    case 'FIX_ENDPOINT':
      return `Correct the endpoint, enable it, and redeliver the failed events: heliograph webhooks show${app}`;
    case 'FIX_SENDER':
      return `Set the records: heliograph senders records ${which}${app}`;
    case 'RAISE_QUOTA':
      return `Raise the quota: heliograph apps set ${which}`;
    case 'START_WORKER':
      return 'Start a worker with the same TEMPORAL_NAMESPACE and TEMPORAL_TASK_QUEUE.';
    case 'CHECK_TEMPORAL':
      return 'Check TEMPORAL_ADDRESS, that Temporal runs, and the network to it.';
    case 'UNPAUSE':
      return 'Unpause the activity in Temporal.';
    case 'SET_ENCRYPTION_KEY':
      return 'Set the old ENCRYPTION_KEY again, or add it after the new one.';
    case 'RETRY':
      return `Retry it: heliograph notifications retry ${which}`;
    case 'RESUME':
      if (kind === 'prefix') return `Resume the prefix: heliograph sms-guard resume ${which}${app}`;
      return `Resume the ${kind}: heliograph ${kind}s resume ${kind === 'event' ? which : (id ?? which)}${kind === 'notification' || kind === 'broadcast' ? '' : app}`;
    case 'WAIT':
      return 'Wait. The service goes on by itself.';
  }
}

export const SERVICE: Subject = { kind: 'service', id: null, name: null };
