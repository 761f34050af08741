import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { isEhloName } from '../core/sending/ehlo-name';
import { parseSenderMailbox } from '../core/contacts/email-address';
import { FAULT_POINTS } from '../core/shared/fault-points';
import { parseSubnets } from '../core/access/subnets';
import { ADMIN_ROLES } from '../core/access/admin-roles';
import { parseRoleValues } from '../core/access/oidc-roles';
import { ADDRESS, readTemporalServer, type TemporalServer } from '../temporal/server';
import type { PayloadKeys } from '../temporal/payload-codec';
import { weaknessOfAdminKey, weaknessOfKey } from '../core/access/weak-key';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');
const optionalText = z.string().optional();
const KEY_FORM = 'must be 32 bytes in base64 (openssl rand -base64 32)';
const encryptionKeys = (text: string): Buffer[] =>
  text
    .split(',')
    .filter((key) => key.trim() !== '')
    .map((key) => Buffer.from(key.trim(), 'base64'));
const subnets = () =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      const read = parseSubnets(text);
      if ('subnets' in read) return read.subnets;
      context.addIssue({ code: 'custom', message: read.problem });
      return z.NEVER;
    });
const isServerAddress = (text: string): boolean => {
  const [, six, four] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+)(?::\d{1,5})?)$/.exec(text) ?? [];
  return isIP(text) !== 0 || isIP(six ?? four ?? '') !== 0;
};
/** The entries of a list that is separated by commas. */
const listIn = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
const dnsServers = () =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      const servers = listIn(text);
      if (servers.every(isServerAddress)) return servers;
      context.addIssue({
        code: 'custom',
        message: 'must be IP addresses, with a port or without: 1.1.1.1,[::1]:53',
      });
      return z.NEVER;
    });
const words = () => z.string().max(10_000).default('').transform(listIn);
const ROLES = ['api', 'worker'] as const;
const roles = z
  .string()
  .default(ROLES.join())
  .transform((text, context) => {
    const given = text.split(',').map((role) => role.trim());
    const unknown = given.find((role) => !ROLES.some((known) => known === role));
    if (unknown === undefined) return ROLES.filter((role) => given.includes(role));
    const problem = unknown === '' ? 'a role is missing' : `there is no role "${unknown}"`;
    context.addIssue({ code: 'custom', message: `${problem}; write api, worker or api,worker` });
    return z.NEVER;
  });
const days = (fallback: number) => z.coerce.number().int().min(1).max(36_500).default(fallback);

/**
 * Every setting of the service, read from the environment. The text of each is what
 * `docs/reference/settings.md` shows; each has a default that works on one machine.
 */
const settings = z.object({
  HELIOGRAPH_MODE: z
    .enum(['production', 'development'])
    .default('production')
    .describe(
      '`development` allows webhook endpoints and attachments on http: and loopback addresses, Web Push endpoints and integrations on loopback, weak keys and fault points; nothing else.',
    ),
  HELIOGRAPH_ROLES: roles.describe(
    'What one process does, separated by commas: `api`, `worker` or both. For the entry that can be both (`main.ts`, in a build `dist/process/main.js`), and without effect on `npm run api` and `npm run worker`. In one process a send is begun without a way through the queues of Temporal. Run them apart to scale them (docs/operations/docker.md).',
  ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The least severe log line that is written: fatal, error, warn, info, debug, trace or silent.'),
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must start with mongodb:// or mongodb+srv://')
    .default('mongodb://127.0.0.1:27017/heliograph')
    .describe(
      'MongoDB connection string. Its path names the database. Its options do not change that writes wait for a majority and its journals, that reads go to the primary, and that both are retried. So use a replica set (docs/operations/docker.md).',
    ),
  MONGODB_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(50)
    .describe(
      'Connections to each server of MongoDB that one process opens at most for its operations. It counts instead of maxPoolSize in MONGODB_URI (docs/operations/scaling.md).',
    ),
  TEMPORAL_ADDRESS: z
    .string()
    .regex(ADDRESS, 'must be host:port')
    .default('127.0.0.1:7233')
    .describe(
      "Temporal frontend, host:port. This and the other variables of Temporal's clients are in docs/operations/temporal.md.",
    ),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default').describe('Temporal namespace.'),
  TEMPORAL_TASK_QUEUE: z
    .string()
    .min(1)
    .default('heliograph')
    .describe('Prefix of the Temporal task queues that API and worker share.'),
  TEMPORAL_TLS: z
    .enum(['true', 'false', '1', '0'])
    .optional()
    .describe(
      '`true` connects to Temporal over TLS, `false` without. Not set: over TLS if there is an API key or a setting TEMPORAL_TLS_….',
    ),
  TEMPORAL_TLS_CLIENT_CERT_PATH: optionalText.describe(
    'File with the certificate (PEM) that this process shows Temporal (mTLS). Read at start. Needs the key.',
  ),
  TEMPORAL_TLS_CLIENT_CERT_DATA: optionalText.describe('That certificate itself.'),
  TEMPORAL_TLS_CLIENT_KEY_PATH: optionalText.describe('File with the key of that certificate (PEM).'),
  TEMPORAL_TLS_CLIENT_KEY_DATA: optionalText.describe('That key itself.'),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: optionalText.describe(
    'File with the certificate (PEM) of the authority that signs those of Temporal. Not set: the authorities that the system trusts.',
  ),
  TEMPORAL_TLS_SERVER_CA_CERT_DATA: optionalText.describe('That certificate itself.'),
  TEMPORAL_TLS_SERVER_NAME: optionalText.describe(
    "Name that Temporal's certificate must have. Not set: the host of TEMPORAL_ADDRESS.",
  ),
  TEMPORAL_COMPRESSION: z
    .enum(['none', 'gzip'])
    .default('none')
    .describe(
      'Compression of what a worker and Temporal send to each other: `none` suits one machine or one network, `gzip` makes the traffic to a Temporal that is far away smaller.',
    ),
  TEMPORAL_API_KEY: optionalText.describe('API key for Temporal Cloud; implies TLS.'),
  TEMPORAL_CONFIG_FILE: optionalText.describe(
    'Configuration file of Temporal (TOML) with profiles. What a variable sets counts before the file.',
  ),
  TEMPORAL_PROFILE: optionalText.describe(
    "Profile of that file. Without TEMPORAL_CONFIG_FILE it is one of the user's temporal.toml. Not set: `default`, and no file if TEMPORAL_CONFIG_FILE is not set either.",
  ),
  TEMPORAL_ENCRYPTION_KEY: z
    .string()
    .default('')
    .transform((text, context): PayloadKeys => {
      const [first = '', ...others] = text.split(',');
      const isOff = first.trim() === 'none';
      const keys = encryptionKeys(isOff ? others.join() : text);
      if (keys.every((key) => key.length === 32)) return isOff ? [null, ...keys] : keys;
      context.addIssue({ code: 'custom', message: KEY_FORM });
      return z.NEVER;
    })
    .describe(
      "Key that encrypts the payloads in Temporal's histories, 32 bytes in base64. Of several keys, separated by commas, the first encrypts and all decrypt. `none` as the first encrypts nothing. Not set: nothing is encrypted (docs/operations/temporal.md).",
    ),
  API_HOST: z.string().min(1).default('127.0.0.1').describe('Address that the API listens on.'),
  API_PORT: port(3000).describe('Port of the production environment.'),
  API_SANDBOX_PORT: port(3001).describe('Port of the sandbox environment.'),
  ADMIN_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address that the admin routes listen on; keep it private.'),
  ADMIN_PORT: port(3002).describe('Port of the admin routes.'),
  ADMIN_API_KEY: z
    .string()
    .regex(/^admin_[A-Za-z0-9_-]{26,}$/, 'must be admin_ and at least 26 letters or digits')
    .optional()
    .describe(
      'First key of the admin routes, an owner, `admin_` and 26 characters or more; without it they take only keys that it has made (docs/operations/admin.md). One that is easily guessed is refused in production.',
    ),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe(
      'Address on which a process serves /metrics, /healthz and /readyz, without a key; keep it private (docs/operations/metrics.md).',
    ),
  METRICS_PORT: port(3003).describe(
    'Port of that listener in a process with the API. If it is in use, the process runs without it and logs an error.',
  ),
  WORKER_METRICS_PORT: port(3004).describe(
    'Port of that listener in a process that is a worker only, so that both run on one machine. For several workers on one machine, set one each.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .optional()
    .describe(
      'Address of an OpenTelemetry collector that takes OTLP over HTTP, for example http://127.0.0.1:4318. It turns traces on. The other OTEL_ variables of OpenTelemetry count too (docs/operations/tracing.md). For API and worker. Not set: no traces.',
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .optional()
    .describe('Whole address for traces, where it is not /v1/traces of that collector.'),
  DASHBOARD_URL: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/, 'must be an http:// or https:// address without query')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Address of the dashboard, as operators open it, for example https://ops.example.com/dashboard. Links that sign in begin with it. Not set: http://127.0.0.1:<ADMIN_PORT>/dashboard.',
    ),
  DASHBOARD_FILES: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of the built dashboard. Not set: the one that `npm run build` writes.'),
  TEMPORAL_UI_URL: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/, 'must be an http:// or https:// address without query')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Address of the Temporal UI, as operators open it. The dashboard links each notification to its workflow there. Not set: no link.',
    ),
  SESSION_IDLE_HOURS: z.coerce
    .number()
    .min(0.1)
    .max(8760)
    .default(12)
    .describe('Hours after the last use in which a session of the dashboard ends.'),
  SESSION_MAX_HOURS: z.coerce
    .number()
    .min(0.1)
    .max(8760)
    .default(168)
    .describe('Hours after the sign-in in which a session of the dashboard ends, used or not.'),
  OIDC_ISSUER: z
    .string()
    .regex(/^https?:\/\/[^\s?#@]+$/, 'must be an https:// address without query')
    .optional()
    .describe(
      'Issuer of an OpenID provider by which operators sign in to the dashboard, for example https://login.example.com/realms/staff (docs/operations/sign-in.md). Needs OIDC_CLIENT_ID. http:// in development only. Not set: they sign in by password and by links.',
    ),
  OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Id of this service at the OpenID provider. Its redirect address there is <DASHBOARD_URL>/sign-in.',
    ),
  OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Secret of this service at the OpenID provider. Not set: a public client, with PKCE alone.'),
  OIDC_NAME: z
    .string()
    .min(1)
    .max(40)
    .default('OpenID Connect')
    .describe('What the sign-in page calls the OpenID provider, for example Okta.'),
  OIDC_SCOPES: z
    .string()
    .regex(/(^| )openid( |$)/, 'must have openid, for example openid email profile')
    .default('openid email profile')
    .describe('Scopes that are asked of the OpenID provider, separated by spaces.'),
  OIDC_ROLES: z
    .string()
    .default('')
    .transform((text, context) => {
      const read = parseRoleValues(text);
      if ('values' in read) return read.values;
      context.addIssue({ code: 'custom', message: read.problem });
      return z.NEVER;
    })
    .describe(
      'Roles by what the claim OIDC_ROLE_CLAIM contains, for example owner=ops-admins,editor=product,viewer=staff. The highest one counts, at each sign-in, and people need no invitation. Not set: people need an invitation, and have its role.',
    ),
  OIDC_ROLE_CLAIM: z
    .string()
    .min(1)
    .default('groups')
    .describe('Claim with the values of OIDC_ROLES, or its path, for example realm_access.roles.'),
  OIDC_DEFAULT_ROLE: z
    .enum(ADMIN_ROLES)
    .optional()
    .describe(
      'Role of everyone who can sign in at the OpenID provider and gets none from an invitation or OIDC_ROLES: viewer, editor or owner. Not set: they are refused.',
    ),
  OIDC_TRUST_EMAIL: flag.describe(
    '`true` takes the e-mail addresses of the OpenID provider for verified although it sends no claim email_verified. Only for a provider where nobody can choose their own address.',
  ),
  API_REQUEST_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(1)
    .max(600)
    .default(30)
    .describe(
      'Seconds in which a request must have come whole, of which its headers have 15 at most; then it is answered 408. For all three listeners.',
    ),
  API_RESPONSE_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(1)
    .max(600)
    .default(60)
    .describe(
      'Maximum seconds to send a response after it has begun. The connection of a client that reads more slowly is closed. For all three listeners.',
    ),
  API_MAX_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(5000)
    .describe(
      'Maximum connections of each listener of the API. At the limit, a new connection closes the oldest one that waits for its client (idle, a request or a response not complete), of the address that has most. If there is none, the new connection is closed.',
    ),
  API_MAX_CONNECTIONS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1000)
    .describe(
      'Maximum connections of one client address, or of one /64 network of IPv6, to each listener of the API. At the limit, a new connection closes the oldest one of that address that waits for its client. If there is none, the new connection is closed. Addresses in API_TRUSTED_PROXIES have no limit of their own.',
    ),
  API_TRUSTED_PROXIES: subnets().describe(
    'Networks in CIDR notation, separated by commas, that your reverse proxies call from, for example 10.0.0.5/32: what they say in X-Forwarded-For counts as the address of the client. Not set: every connection is a client of its own address.',
  ),
  API_WRONG_KEYS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(60)
    .describe(
      'Maximum number of wrong keys of one address in a minute that each API process answers with 401. More get 429. A valid key is accepted all the same.',
    ),
  PUBLIC_URL: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/, 'must be an http:// or https:// address without query')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Address under which the production API is reached from outside, for example https://notify.example.com. Providers send receipts to <PUBLIC_URL>/receipts/…, and signatures over that address are checked with it.',
    ),
  OPT_OUT_WORDS: words().describe(
    'Words with which people opt out of SMS and WhatsApp messages, separated by commas, besides those that always count (STOP, ARRET, STOPP, BAJA and others: docs/guides/deliverability.md). Case, accents and punctuation do not matter. Without it only those count.',
  ),
  OPT_IN_WORDS: words().describe(
    'Words with which people opt in again, separated by commas, besides START and UNSTOP. Case, accents and punctuation do not matter. Without it only those count.',
  ),
  ENCRYPTION_KEY: z
    .string()
    .default('')
    .transform((text, context) => {
      const bytes = encryptionKeys(text);
      if (bytes.every((key) => key.length === 32)) return bytes;
      context.addIssue({ code: 'custom', message: KEY_FORM });
      return z.NEVER;
    })
    .describe(
      'Key that encrypts provider credentials, webhook secrets, suppression keys and the content of sensitive events, 32 bytes in base64. Of several keys, separated by commas, the first encrypts and all decrypt. Without it, no integration and no sensitive event can be added.',
    ),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional()
    .describe(
      'SMTP server for e-mail, smtp://user:password@host:port; without it e-mail fails with NO_PROVIDER.',
    ),
  SMTP_ALLOW_PLAINTEXT: flag.describe(
    '`true` sends the password of SMTP_URL also to a server without TLS; to this machine (localhost, 127.0.0.1) it always goes.',
  ),
  SMTP_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(10)
    .describe('SMTP connections that one worker keeps open.'),
  SMTP_EHLO_NAME: z
    .string()
    .refine(isEhloName, 'must be a full domain name, for example mail.example.com, or an address in brackets')
    .optional()
    .describe(
      "Name that EHLO gives SMTP servers (RFC 5321), for API and worker; some servers refuse one that they do not know. An `smtp` integration may have its own. Not set: the host's full name; if it has none, the domain of the sender.",
    ),
  BOUNCE_DOMAIN: z
    .string()
    .toLowerCase()
    .max(189, 'must be 189 characters or fewer')
    .regex(
      /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/,
      'must be a domain in ASCII, for example bounces.example.com (xn--… for others)',
    )
    .optional()
    .describe(
      'Domain that bounces of e-mail over SMTP come back to, used for nothing else: each message gets a return address there (docs/operations/bounces.md). Needs ENCRYPTION_KEY. Not set: bounces go to the sender.',
    ),
  BOUNCE_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port on which the API accepts the mail of BOUNCE_DOMAIN. Not set: the API accepts no mail.'),
  BOUNCE_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address that it takes that mail on; no TLS and no login, so for your own mail server only.'),
  BOUNCE_PROTOCOL: z
    .enum(['smtp', 'lmtp'])
    .default('smtp')
    .describe('How your mail server hands it over: `smtp` or `lmtp`.'),
  DNS_SERVERS: dnsServers().describe(
    'DNS servers that the API asks for the records of senders, as IP addresses with or without a port, separated by commas. Not set: those of the system.',
  ),
  LOOKUP_DNS_SERVERS: dnsServers().describe(
    'DNS servers that API and worker ask for the hosts of webhook endpoints, attachments, Web Push, integrations, SMTP_URL and OIDC_ISSUER, as IP addresses with or without a port, separated by commas. The hosts file and the search list of the system count as well. Not set: those of /etc/resolv.conf.',
  ),
  INTEGRATION_ALLOWED_SUBNETS: subnets().describe(
    'Networks in CIDR notation, separated by commas, that integrations (`base_url`, `smtp`) may connect to although they are not public, for example 10.20.0.0/16 for a mail relay there. Metadata services of clouds stay refused. SMTP_URL needs no entry. For API and worker. Not set: none.',
  ),
  WEBHOOK_BRAND: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9]{0,31}$/, 'must be 1 to 32 letters or digits')
    .default('Service')
    .describe(
      'The word in the webhook headers X-<brand>-Signature and X-<brand>-Webhook-Id and the User-Agent.',
    ),
  WEBHOOK_DISABLE_AFTER_DAYS: z.coerce
    .number()
    .positive()
    .max(365)
    .default(5)
    .describe(
      'Days, fractions too, that a webhook endpoint may fail without a success. Then it is disabled, and the owner of its application is notified.',
    ),
  NOTICE_FROM: z
    .string()
    .refine(
      (text) => parseSenderMailbox(text) !== null,
      'must be an address in ASCII before the @, or Name <address>',
    )
    .default('Heliograph <heliograph@localhost.localdomain>')
    .describe(
      'Sender of the e-mails that the service itself sends to owners of applications, over SMTP_URL: an address that your SMTP server may send from.',
    ),
  WEBHOOK_ALLOWED_SUBNETS: subnets().describe(
    'Networks in CIDR notation, separated by commas, that webhook endpoints may be in although they are not public, for example 10.20.0.0/16,fd00:1234::/32. Then names such as *.internal and *.local are allowed if their addresses are. Metadata services of clouds stay refused. For API and worker. Not set: none.',
  ),
  WORKFLOW_BUNDLE: z
    .string()
    .optional()
    .describe('Path of a workflow bundle; without it a build uses its own and sources are bundled at start.'),
  WORKER_DEPLOYMENT: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/, 'must be 1 to 100 letters, digits, "_" or "-"')
    .optional()
    .describe(
      "Name of the workers' deployment at Temporal, which turns worker versioning on: a build gets work only once it is made current (docs/operations/versioned-workers.md). Not set: every worker gets work at once.",
    ),
  WORKER_BUILD_ID: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/,
      'must be 1 to 100 letters, digits, ".", "_", "+" or "-", for example 0.1.0-5f3ff36',
    )
    .optional()
    .describe(
      'Which build this worker is, with WORKER_DEPLOYMENT; each release needs its own. Not set: the version in package.json and the commit where git knows it, such as 0.1.0-5f3ff36.',
    ),
  WORKER_MAX_ACTIVITIES: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(100)
    .describe('Sends that one worker has in flight at most.'),
  WORKER_MAX_WEBHOOKS: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(100)
    .describe(
      'Maximum number of first attempts at webhook events that one worker has in flight, and of endpoints whose queued events it delivers at the same time.',
    ),
  WORKER_MAX_WEBHOOKS_PER_ENDPOINT: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(10)
    .describe(
      'Webhook requests that one worker has in flight to one endpoint at most, so that one that is slow or dead delays no other; keep it well below WORKER_MAX_WEBHOOKS.',
    ),
  WORKER_MAX_WORKFLOW_TASKS: z.coerce
    .number()
    .int()
    .min(2)
    .max(1_000)
    .default(40)
    .describe(
      'Workflow tasks that one worker has in progress at most. A first attempt at a quick message or webhook takes place in one.',
    ),
  WORKER_WORKFLOW_POLLERS: z.coerce
    .number()
    .int()
    .min(2)
    .max(100)
    .default(10)
    .describe(
      'Polls for workflow tasks that one worker has open at most. Each holds a place of WORKER_MAX_WORKFLOW_TASKS.',
    ),
  WORKER_ACTIVITY_POLLERS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(10)
    .describe('Polls for activities that one worker has open at most, for sends and for webhooks each.'),
  WORKER_MAX_CACHED_WORKFLOWS: z.coerce
    .number()
    .int()
    .min(10)
    .default(500)
    .describe('Workflows that one worker keeps in memory, about 0.3 MB each.'),
  RENDER_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(5)
    .default(2)
    .describe(
      'Seconds of processor time, fractions too, for rendering a message and for checking an event file. What takes longer fails permanently. If the machine is so busy that it takes 30 seconds of real time, a send is retried and a push is answered 503. For API and worker.',
    ),
  RENDER_THREADS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(2)
    .describe(
      'Threads of one process that render what is large, started when they are needed. One application has all but one of them at most, but always one. As many as there are cores is a good number. For API and worker.',
    ),
  IDEMPOTENCY_TAKEOVER_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe(
      'Seconds after which a repeat takes over an idempotency key whose first request never answered.',
    ),
  SWEEP_INTERVAL_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe(
      'Seconds between two sweeps, which finish what a crash left behind, and begin what was accepted while Temporal was away.',
    ),
  SWEEP_AFTER_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe('Seconds after which the sweep starts an accepted notification that has no workflow yet.'),
  BACKLOG_LIMIT: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .default(100_000)
    .describe(
      'Accepted notifications that may wait for their first step; an application with more gets 429 until they are fewer. Counted once in SWEEP_INTERVAL_SECONDS.',
    ),
  KEEP_NOTIFICATIONS_DAYS: days(90).describe(
    'Days that a notification and its messages are kept after its end; an application may have its own.',
  ),
  KEEP_CONTENT_DAYS: days(30).describe(
    'Days after its end that the payload and the rendered content of a notification are kept; an application may have its own.',
  ),
  KEEP_WEBHOOK_ATTEMPTS_DAYS: days(30).describe('Days that the attempts at a webhook event are kept.'),
  KEEP_AUDIT_DAYS: days(400).describe('Days that a record of the audit log is kept.'),
  KEEP_STATISTICS_DAYS: days(400).describe(
    'Days that the numbers of each day are kept; those of each hour are kept 35 days at most.',
  ),
  KEEP_EVENT_VERSIONS_DAYS: days(400).describe(
    'Days that a version of an event is kept after another one replaced it, or after the event was deleted.',
  ),
  RETENTION_INTERVAL_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(3600)
    .describe('Seconds between two runs of the job that removes what is older.'),
  HELIOGRAPH_FAULT: z
    .enum(FAULT_POINTS)
    .optional()
    .describe('Fault point for tests of crashes; refused in production.'),
});

/** What no setting can say alone. */
const checkedSettings = settings.superRefine((given, context) => {
  const { BOUNCE_DOMAIN, BOUNCE_PORT, ENCRYPTION_KEY } = given;
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (BOUNCE_DOMAIN !== undefined && ENCRYPTION_KEY.length === 0)
    refuse(
      'BOUNCE_DOMAIN',
      'needs ENCRYPTION_KEY, which return addresses are signed with (openssl rand -base64 32)',
    );
  if (BOUNCE_PORT !== undefined && BOUNCE_DOMAIN === undefined)
    refuse('BOUNCE_PORT', 'needs BOUNCE_DOMAIN, whose mail is taken there');
  if ((given.OIDC_ISSUER === undefined) !== (given.OIDC_CLIENT_ID === undefined))
    refuse(
      given.OIDC_ISSUER === undefined ? 'OIDC_ISSUER' : 'OIDC_CLIENT_ID',
      'is missing: OIDC_ISSUER and OIDC_CLIENT_ID need each other',
    );
  if (given.HELIOGRAPH_MODE === 'production') refuseInProduction(given, refuse);
});

/** What serves tests and trials only. Older encryption keys may be weak, so that one can be rotated away. */
function refuseInProduction(
  {
    ENCRYPTION_KEY: [first],
    TEMPORAL_ENCRYPTION_KEY: [payloadKey],
    ADMIN_API_KEY,
    HELIOGRAPH_FAULT,
    OIDC_ISSUER,
  }: z.output<typeof settings>,
  refuse: (name: string, message: string) => void,
): void {
  const weakKey = first && weaknessOfKey(first);
  if (weakKey)
    refuse(
      'ENCRYPTION_KEY',
      `the first key ${weakKey} and protects nothing; put a random one (openssl rand -base64 32) before it, with a comma between, then run heliograph secrets reseal`,
    );
  const weakPayloadKey = payloadKey && weaknessOfKey(payloadKey);
  if (weakPayloadKey)
    refuse(
      'TEMPORAL_ENCRYPTION_KEY',
      `the first key ${weakPayloadKey} and protects nothing; put a random one (openssl rand -base64 32) before it, with a comma between`,
    );
  const weakAdminKey = ADMIN_API_KEY && weaknessOfAdminKey(ADMIN_API_KEY);
  if (weakAdminKey)
    refuse('ADMIN_API_KEY', `${weakAdminKey} and is easily guessed: echo "admin_$(openssl rand -hex 24)"`);
  if (OIDC_ISSUER?.startsWith('http:'))
    refuse('OIDC_ISSUER', 'must start with https://: who can change the traffic could sign in as anyone');
  if (HELIOGRAPH_FAULT !== undefined)
    refuse('HELIOGRAPH_FAULT', 'lets the process die and is for tests only: take it away');
}

export type Config = z.infer<typeof settings> & {
  /** What TEMPORAL_ADDRESS, its like and the configuration file of Temporal come to. */
  temporal: TemporalServer;
};

/** Thrown when a setting cannot be used; the message names each one and what it must be. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the settings; an empty variable counts as not set. `<NAME>_FILE` names a file that contains the setting, as
 * Docker and Kubernetes mount secrets. This is the only reader of the environment.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const given = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  for (const name of Object.keys(settings.shape)) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) problems.push(`${name}: is set, and ${name}_FILE too. Set one of them`);
    else
      try {
        given[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      } catch (error) {
        problems.push(`${name}_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
      }
    if (given[name] === '') delete given[name];
  }
  const parsed = checkedSettings.safeParse(given);
  const found = readTemporalServer(given);
  if ('problems' in found) problems.push(...found.problems);
  else if (parsed.success && problems.length === 0) {
    const { server } = found;
    const { address: TEMPORAL_ADDRESS, namespace: TEMPORAL_NAMESPACE } = server;
    return { ...parsed.data, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, temporal: server };
  }
  const refused = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  const lines = [...problems, ...refused].map((line) => `  ${line}`);
  throw new ConfigError(`These settings cannot be used:\n${lines.join('\n')}`);
}

/** Name, text and default of every setting, for the documentation. */
export function describeSettings(): { name: string; text: string; fallback: string }[] {
  return Object.entries(settings.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined);
    return {
      name,
      text: schema.description ?? '',
      fallback: fallback.success && fallback.data !== undefined ? String(fallback.data) : '(none)',
    };
  });
}
