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
        message: 'must be IP addresses with or without a port, for example 1.1.1.1,[::1]:53',
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
    const problem = unknown === '' ? 'has an empty role' : `has an unknown role "${unknown}"`;
    context.addIssue({ code: 'custom', message: `${problem}. Set api, worker or api,worker` });
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
      '`production` or `development`. `development` allows webhook endpoints and attachments on http: and loopback addresses, Web Push endpoints and integrations on loopback addresses, weak keys and fault points. It changes nothing else.',
    ),
  HELIOGRAPH_ROLES: roles.describe(
    'Roles of one process, separated by commas: `api`, `worker` or both. Only the entry that can be both reads it (`main.ts`, in a build `dist/process/main.js`). `npm run api` and `npm run worker` ignore it. A process with both roles starts a send without the task queues of Temporal. To scale the roles, run them in separate processes (docs/operations/docker.md).',
  ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe(
      'Minimum severity of the log lines that are written: fatal, error, warn, info, debug, trace or silent.',
    ),
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must start with mongodb:// or mongodb+srv://')
    .default('mongodb://127.0.0.1:27017/heliograph')
    .describe(
      'Connection string of MongoDB. Its path names the database. Use a replica set (docs/operations/docker.md). Whatever the options of the string say, writes wait for a majority and its journals, reads go to the primary, and both are retried.',
    ),
  MONGODB_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(50)
    .describe(
      'Maximum connections that one process opens to each MongoDB server for its operations. It overrides maxPoolSize in MONGODB_URI (docs/operations/scaling.md).',
    ),
  TEMPORAL_ADDRESS: z
    .string()
    .regex(ADDRESS, 'must be host:port')
    .default('127.0.0.1:7233')
    .describe(
      "Address of the Temporal frontend, as host:port. docs/operations/temporal.md describes this variable and the others of Temporal's clients.",
    ),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default').describe('Temporal namespace of the workflows.'),
  TEMPORAL_TASK_QUEUE: z
    .string()
    .min(1)
    .default('heliograph')
    .describe('Prefix of the names of the Temporal task queues. API and worker need the same value.'),
  TEMPORAL_TLS: z
    .enum(['true', 'false', '1', '0'])
    .optional()
    .describe(
      '`true` connects to Temporal over TLS, `false` without TLS. If it is not set, TLS is used if TEMPORAL_API_KEY or any TEMPORAL_TLS_… setting is set.',
    ),
  TEMPORAL_TLS_CLIENT_CERT_PATH: optionalText.describe(
    'Path of the client certificate (PEM) that this process presents to Temporal (mTLS). It is read at the start and needs a client key. If it is not set, the process presents no certificate.',
  ),
  TEMPORAL_TLS_CLIENT_CERT_DATA: optionalText.describe(
    'Client certificate (PEM) itself, instead of TEMPORAL_TLS_CLIENT_CERT_PATH.',
  ),
  TEMPORAL_TLS_CLIENT_KEY_PATH: optionalText.describe(
    'Path of the private key (PEM) of the client certificate.',
  ),
  TEMPORAL_TLS_CLIENT_KEY_DATA: optionalText.describe(
    'Private key (PEM) itself, instead of TEMPORAL_TLS_CLIENT_KEY_PATH.',
  ),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: optionalText.describe(
    "Path of the certificate (PEM) of the authority that signs Temporal's certificates. If it is not set, the authorities that the system trusts are used.",
  ),
  TEMPORAL_TLS_SERVER_CA_CERT_DATA: optionalText.describe(
    'Certificate of the authority (PEM) itself, instead of TEMPORAL_TLS_SERVER_CA_CERT_PATH.',
  ),
  TEMPORAL_TLS_SERVER_NAME: optionalText.describe(
    "Name that Temporal's certificate must have. If it is not set, the certificate must have the host name of TEMPORAL_ADDRESS.",
  ),
  TEMPORAL_COMPRESSION: z
    .enum(['none', 'gzip'])
    .default('none')
    .describe(
      'Compression of the traffic between a worker and Temporal. `none` suits one machine or one network. `gzip` reduces the traffic to a distant Temporal.',
    ),
  TEMPORAL_API_KEY: optionalText.describe('API key for Temporal Cloud. It turns TLS on.'),
  TEMPORAL_CONFIG_FILE: optionalText.describe(
    'Path of a Temporal configuration file (TOML) with profiles. A variable overrides the value in the file.',
  ),
  TEMPORAL_PROFILE: optionalText.describe(
    "Profile of the configuration file to use. It can be set without TEMPORAL_CONFIG_FILE and then names a profile of the user's temporal.toml. If it is not set, the profile is `default`. If neither is set, no file is read.",
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
      "Key that encrypts the payloads in Temporal's histories, 32 bytes in base64. Of several keys, separated by commas, the first encrypts and all decrypt. If the first is `none`, nothing new is encrypted. If it is not set, nothing is encrypted (docs/operations/temporal.md).",
    ),
  API_HOST: z.string().min(1).default('127.0.0.1').describe('Address that the API listens on.'),
  API_PORT: port(3000).describe('Port of the production environment.'),
  API_SANDBOX_PORT: port(3001).describe('Port of the sandbox environment.'),
  ADMIN_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address that the admin routes listen on. Keep it private.'),
  ADMIN_PORT: port(3002).describe('Port of the admin routes.'),
  ADMIN_API_KEY: z
    .string()
    .regex(/^admin_[A-Za-z0-9_-]{26,}$/, 'must be admin_ and at least 26 letters or digits')
    .optional()
    .describe(
      'First key of the admin routes, with the role owner: `admin_` and at least 26 characters. Without it, the admin routes accept only the keys that it created earlier (docs/operations/admin.md). Production refuses a key that is easy to guess.',
    ),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe(
      'Address on which a process serves /metrics, /healthz and /readyz without a key. Keep it private (docs/operations/metrics.md).',
    ),
  METRICS_PORT: port(3003).describe(
    'Port of the metrics listener in a process with the API. If the port is in use, the process runs without the listener and logs an error.',
  ),
  WORKER_METRICS_PORT: port(3004).describe(
    'Port of the metrics listener in a process that is only a worker, so that an API and a worker can share a machine. Give each of several workers on one machine its own port.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .optional()
    .describe(
      "Address of an OpenTelemetry collector that accepts OTLP over HTTP, for example http://127.0.0.1:4318. It turns traces on in API and worker. OpenTelemetry's other OTEL_ variables apply too (docs/operations/tracing.md). If it is not set, there are no traces.",
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .optional()
    .describe(
      'Complete address for traces. If it is not set, traces go to /v1/traces at OTEL_EXPORTER_OTLP_ENDPOINT.',
    ),
  DASHBOARD_URL: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/, 'must be an http:// or https:// address without query')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Address at which operators open the dashboard, for example https://ops.example.com/dashboard. Sign-in links begin with it. If it is not set, they begin with http://127.0.0.1:<ADMIN_PORT>/dashboard.',
    ),
  DASHBOARD_FILES: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder of the built dashboard. If it is not set, the folder that `npm run build` writes is used.',
    ),
  TEMPORAL_UI_URL: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/, 'must be an http:// or https:// address without query')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Address at which operators open the Temporal UI. The dashboard links each notification to its workflow there. If it is not set, there are no links.',
    ),
  SESSION_IDLE_HOURS: z.coerce
    .number()
    .min(0.1)
    .max(8760)
    .default(12)
    .describe('Hours without use after which a dashboard session ends.'),
  SESSION_MAX_HOURS: z.coerce
    .number()
    .min(0.1)
    .max(8760)
    .default(168)
    .describe('Maximum hours that a dashboard session lasts after the sign-in, even if it is in use.'),
  OIDC_ISSUER: z
    .string()
    .regex(/^https?:\/\/[^\s?#@]+$/, 'must be an https:// address without query')
    .optional()
    .describe(
      'Issuer of the OpenID provider through which operators sign in to the dashboard, for example https://login.example.com/realms/staff (docs/operations/sign-in.md). It needs OIDC_CLIENT_ID. An http:// address is accepted in development only. If it is not set, operators sign in with a password or a link.',
    ),
  OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Client id of this service at the OpenID provider. Register <DASHBOARD_URL>/sign-in there as the redirect address.',
    ),
  OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Client secret of this service at the OpenID provider. If it is not set, the service is a public client that uses PKCE alone.',
    ),
  OIDC_NAME: z
    .string()
    .min(1)
    .max(40)
    .default('OpenID Connect')
    .describe('Name of the OpenID provider on the sign-in page, for example Okta.'),
  OIDC_SCOPES: z
    .string()
    .regex(/(^| )openid( |$)/, 'must contain openid, for example openid email profile')
    .default('openid email profile')
    .describe('Scopes that the service requests from the OpenID provider, separated by spaces.'),
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
      'Roles by the values of the claim OIDC_ROLE_CLAIM, for example owner=ops-admins,editor=product,viewer=staff. Each sign-in gives the highest role that matches, and people need no invitation. If it is not set, people need an invitation and have its role.',
    ),
  OIDC_ROLE_CLAIM: z
    .string()
    .min(1)
    .default('groups')
    .describe(
      'Name of the claim whose values OIDC_ROLES lists, or a path to it, for example realm_access.roles.',
    ),
  OIDC_DEFAULT_ROLE: z
    .enum(ADMIN_ROLES)
    .optional()
    .describe(
      'Role of people who sign in at the OpenID provider and have none from an invitation or OIDC_ROLES: viewer, editor or owner. If it is not set, they are refused.',
    ),
  OIDC_TRUST_EMAIL: flag.describe(
    '`true` treats the e-mail addresses of the OpenID provider as verified even if it sends no claim email_verified. Use it only if people cannot choose their own address there.',
  ),
  API_REQUEST_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(1)
    .max(600)
    .default(30)
    .describe(
      'Maximum seconds to receive a complete request. Headers must arrive within 15 seconds. A slower request is answered 408. It applies to the production, the sandbox and the admin listener.',
    ),
  API_RESPONSE_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(1)
    .max(600)
    .default(60)
    .describe(
      'Maximum seconds to send a response after it has begun. The connection of a client that reads more slowly is closed. It applies to the production, the sandbox and the admin listener.',
    ),
  API_MAX_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(5000)
    .describe(
      'Maximum connections of each listener of the API. At the limit, a new connection closes the oldest one that waits for its client (idle, or with an incomplete request or response), from the address with the most connections. If there is none, the new connection is closed.',
    ),
  API_MAX_CONNECTIONS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1000)
    .describe(
      'Maximum connections per client address, or per /64 network of IPv6, to each listener of the API. At the limit, a new connection closes the oldest one of the same address that waits for its client. If there is none, the new connection is closed. Addresses in API_TRUSTED_PROXIES have no limit of their own.',
    ),
  API_TRUSTED_PROXIES: subnets().describe(
    'Networks of your reverse proxies in CIDR notation, separated by commas, for example 10.0.0.5/32. X-Forwarded-For from these networks gives the address of the client. If it is not set, the address of the connection is the address of the client.',
  ),
  API_WRONG_KEYS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(60)
    .describe(
      'Maximum wrong keys per client address and minute that each API process answers with 401. Further ones are answered 429. A valid key is always accepted.',
    ),
  PUBLIC_URL: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/, 'must be an http:// or https:// address without query')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Address at which the production API is reached from outside, for example https://notify.example.com. Providers send receipts to <PUBLIC_URL>/receipts/…, and the signatures of receipts are checked against that address.',
    ),
  OPT_OUT_WORDS: words().describe(
    'Words that opt people out of SMS and WhatsApp messages, separated by commas, in addition to the built-in ones (STOP, ARRET, STOPP, BAJA and others: docs/guides/deliverability.md). Case, accents and punctuation do not matter. If it is not set, only the built-in ones count.',
  ),
  OPT_IN_WORDS: words().describe(
    'Words that opt people in again, separated by commas, in addition to START and UNSTOP. Case, accents and punctuation do not matter. If it is not set, only those two count.',
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
      'Key that encrypts provider credentials, webhook secrets, suppression keys and the content of sensitive events, 32 bytes in base64. Of several keys, separated by commas, the first encrypts and all decrypt. Without it, integrations and sensitive events cannot be added.',
    ),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional()
    .describe(
      'SMTP server for e-mail, for example smtp://user:password@host:port. Without it, e-mail that no integration sends fails with NO_PROVIDER.',
    ),
  SMTP_ALLOW_PLAINTEXT: flag.describe(
    '`true` sends the password of SMTP_URL even to a server without TLS. `false` sends it without TLS only to this machine (localhost, 127.0.0.1).',
  ),
  SMTP_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(10)
    .describe('Maximum connections that one worker keeps open to the server of SMTP_URL.'),
  SMTP_EHLO_NAME: z
    .string()
    .refine(isEhloName, 'must be a full domain name, for example mail.example.com, or an address in brackets')
    .optional()
    .describe(
      'Name that API and worker give SMTP servers in EHLO (RFC 5321). Some servers refuse a name that they do not know. An `smtp` integration can have its own. If it is not set, the full name of the host is used. If the host has none, the domain of the sender is used.',
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
      'Domain that receives the bounces of e-mail sent over SMTP. Use it for nothing else. Each message gets its own return address there (docs/operations/bounces.md). It needs ENCRYPTION_KEY. If it is not set, bounces go to the sender.',
    ),
  BOUNCE_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      'Port on which the API accepts the mail of BOUNCE_DOMAIN. If it is not set, the API accepts no mail.',
    ),
  BOUNCE_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe(
      'Address on which the API accepts the mail of BOUNCE_DOMAIN. It has no TLS and no login, so only your own mail server may reach it.',
    ),
  BOUNCE_PROTOCOL: z
    .enum(['smtp', 'lmtp'])
    .default('smtp')
    .describe('Protocol in which your mail server delivers the mail of BOUNCE_DOMAIN: `smtp` or `lmtp`.'),
  DNS_SERVERS: dnsServers().describe(
    'DNS servers that the API asks for the records of senders: IP addresses with or without a port, separated by commas. If it is not set, it asks those of the system.',
  ),
  LOOKUP_DNS_SERVERS: dnsServers().describe(
    'DNS servers that API and worker ask for the hosts of webhook endpoints, attachments, Web Push, integrations, SMTP_URL and OIDC_ISSUER: IP addresses with or without a port, separated by commas. The hosts file and the search list of the system apply too. If it is not set, they ask those of /etc/resolv.conf.',
  ),
  INTEGRATION_ALLOWED_SUBNETS: subnets().describe(
    'Networks that integrations (`base_url`, `smtp`) may connect to although they are not public, in CIDR notation and separated by commas, for example 10.20.0.0/16 for an internal mail relay. Metadata services of clouds are always refused. SMTP_URL needs no entry. API and worker need the same value. If it is not set, only public addresses are allowed.',
  ),
  WEBHOOK_BRAND: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9]{0,31}$/, 'must be 1 to 32 letters or digits')
    .default('Service')
    .describe(
      'Brand in the webhook headers X-<brand>-Signature and X-<brand>-Webhook-Id and in the User-Agent.',
    ),
  WEBHOOK_DISABLE_AFTER_DAYS: z.coerce
    .number()
    .positive()
    .max(365)
    .default(5)
    .describe(
      'Days without a success after which a failing webhook endpoint is disabled. Fractions are allowed. The owner of its application is notified.',
    ),
  NOTICE_FROM: z
    .string()
    .refine(
      (text) => parseSenderMailbox(text) !== null,
      'must be an address in ASCII before the @, or Name <address>',
    )
    .default('Heliograph <heliograph@localhost.localdomain>')
    .describe(
      'Sender of the e-mails that the service itself sends to the owners of applications over SMTP_URL. Use an address that your SMTP server may send from.',
    ),
  WEBHOOK_ALLOWED_SUBNETS: subnets().describe(
    'Networks that webhook endpoints may be in although they are not public, in CIDR notation and separated by commas, for example 10.20.0.0/16,fd00:1234::/32. Names such as *.internal and *.local are then allowed if their addresses are. Metadata services of clouds are always refused. API and worker need the same value. If it is not set, only public addresses are allowed.',
  ),
  WORKFLOW_BUNDLE: z
    .string()
    .optional()
    .describe(
      'Path of a workflow bundle. If it is not set, a build uses its own bundle, and sources are bundled at the start.',
    ),
  WORKER_DEPLOYMENT: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/, 'must be 1 to 100 letters, digits, "_" or "-"')
    .optional()
    .describe(
      'Name of the worker deployment at Temporal. It turns worker versioning on: a build receives work only after it is made current (docs/operations/versioned-workers.md). If it is not set, every worker receives work at once.',
    ),
  WORKER_BUILD_ID: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/,
      'must be 1 to 100 letters, digits, ".", "_", "+" or "-", for example 0.1.0-5f3ff36',
    )
    .optional()
    .describe(
      'Build of this worker, used with WORKER_DEPLOYMENT. Each release needs its own. If it is not set, it is the version in package.json, with the commit if git knows it, for example 0.1.0-5f3ff36.',
    ),
  WORKER_MAX_ACTIVITIES: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(100)
    .describe('Maximum sends that one worker has in flight.'),
  WORKER_MAX_WEBHOOKS: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(100)
    .describe(
      'Maximum first attempts at webhook events that one worker has in flight. It is also the maximum number of endpoints whose queued events the worker delivers at the same time.',
    ),
  WORKER_MAX_WEBHOOKS_PER_ENDPOINT: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(10)
    .describe(
      'Maximum webhook requests that one worker has in flight to one endpoint, so that a slow or dead endpoint delays no other. Keep it well below WORKER_MAX_WEBHOOKS.',
    ),
  WORKER_MAX_WORKFLOW_TASKS: z.coerce
    .number()
    .int()
    .min(2)
    .max(1_000)
    .default(40)
    .describe(
      'Maximum workflow tasks that one worker has in progress. The first attempt at a quick message or webhook takes place in a workflow task.',
    ),
  WORKER_WORKFLOW_POLLERS: z.coerce
    .number()
    .int()
    .min(2)
    .max(100)
    .default(10)
    .describe(
      'Maximum polls for workflow tasks that one worker has open. Each takes one place of WORKER_MAX_WORKFLOW_TASKS.',
    ),
  WORKER_ACTIVITY_POLLERS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(10)
    .describe(
      'Maximum polls for activities that one worker has open, counted separately for sends and for webhooks.',
    ),
  WORKER_MAX_CACHED_WORKFLOWS: z.coerce
    .number()
    .int()
    .min(10)
    .default(500)
    .describe('Maximum workflows that one worker keeps in memory, about 0.3 MB each.'),
  RENDER_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(5)
    .default(2)
    .describe(
      'Maximum seconds of processor time to render a message or to check an event file. Fractions are allowed. Rendering that takes longer fails permanently. If the machine is so busy that it takes 30 seconds of real time, a send is retried and a push is answered 503. It applies to API and worker.',
    ),
  RENDER_THREADS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(2)
    .describe(
      'Maximum threads of one process that render large messages. They start when they are needed. One application uses at most all but one of them, and at least one. Use as many as there are cores. It applies to API and worker.',
    ),
  IDEMPOTENCY_TAKEOVER_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe(
      'Seconds after which a repeated request takes over an idempotency key whose first request never got an answer.',
    ),
  SWEEP_INTERVAL_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe(
      'Seconds between two sweeps. A sweep finishes what a crash left incomplete and starts what was accepted while Temporal was unavailable.',
    ),
  SWEEP_AFTER_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe('Seconds after which a sweep starts an accepted notification that has no workflow yet.'),
  BACKLOG_LIMIT: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .default(100_000)
    .describe(
      'Maximum accepted notifications of one application that wait for their first step. Above it, sends of the application are answered 429 until fewer wait. They are counted every SWEEP_INTERVAL_SECONDS.',
    ),
  KEEP_NOTIFICATIONS_DAYS: days(90).describe(
    'Days that a notification and its messages are kept after its end. An application can have its own value.',
  ),
  KEEP_CONTENT_DAYS: days(30).describe(
    'Days that the payload and the rendered content of a notification are kept after its end. An application can have its own value.',
  ),
  KEEP_WEBHOOK_ATTEMPTS_DAYS: days(30).describe('Days that the attempts at a webhook event are kept.'),
  KEEP_AUDIT_DAYS: days(400).describe('Days that a record of the audit log is kept.'),
  KEEP_STATISTICS_DAYS: days(400).describe(
    'Days that the numbers of each day are kept. The numbers of each hour are kept 35 days at most.',
  ),
  KEEP_EVENT_VERSIONS_DAYS: days(400).describe(
    'Days that a version of an event is kept after another one replaced it, or after the event was deleted.',
  ),
  RETENTION_INTERVAL_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(3600)
    .describe('Seconds between two runs of the job that deletes data past the KEEP_…_DAYS settings.'),
  HELIOGRAPH_FAULT: z
    .enum(FAULT_POINTS)
    .optional()
    .describe(
      'Fault point at which the process crashes in tests. Production refuses it. If it is not set, the process does not crash.',
    ),
});

/** What no setting can say alone. */
const checkedSettings = settings.superRefine((given, context) => {
  const { BOUNCE_DOMAIN, BOUNCE_PORT, ENCRYPTION_KEY } = given;
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (BOUNCE_DOMAIN !== undefined && ENCRYPTION_KEY.length === 0)
    refuse(
      'BOUNCE_DOMAIN',
      'needs ENCRYPTION_KEY, which signs the return addresses (openssl rand -base64 32)',
    );
  if (BOUNCE_PORT !== undefined && BOUNCE_DOMAIN === undefined)
    refuse('BOUNCE_PORT', 'needs BOUNCE_DOMAIN, whose mail the API accepts on this port');
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
      `its first key ${weakKey} and protects nothing. Put a random key (openssl rand -base64 32) and a comma before it, then run heliograph secrets reseal`,
    );
  const weakPayloadKey = payloadKey && weaknessOfKey(payloadKey);
  if (weakPayloadKey)
    refuse(
      'TEMPORAL_ENCRYPTION_KEY',
      `its first key ${weakPayloadKey} and protects nothing. Put a random key (openssl rand -base64 32) and a comma before it`,
    );
  const weakAdminKey = ADMIN_API_KEY && weaknessOfAdminKey(ADMIN_API_KEY);
  if (weakAdminKey)
    refuse(
      'ADMIN_API_KEY',
      `${weakAdminKey} and is easy to guess. Create one with: echo "admin_$(openssl rand -hex 24)"`,
    );
  if (OIDC_ISSUER?.startsWith('http:'))
    refuse(
      'OIDC_ISSUER',
      'must start with https://, because anyone who can change the traffic could sign in as any operator',
    );
  if (HELIOGRAPH_FAULT !== undefined)
    refuse('HELIOGRAPH_FAULT', 'makes the process crash and is for tests only. Remove it');
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
    if (given[name] !== undefined)
      problems.push(`${name}: is set, and so is ${name}_FILE. Set only one of them`);
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
  throw new ConfigError(`These settings are not valid:\n${lines.join('\n')}`);
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
