import { z } from 'zod';
import { parseSubnets } from '../../core/access/subnets';
import { integer, loopback, number, port, readBy } from './values';

export const listeners = {
  API_HOST: loopback.describe('Address that the API listens on.'),
  API_PORT: port(3000).describe('Port of the production environment.'),
  API_SANDBOX_PORT: port(3001).describe('Port of the sandbox environment.'),
  ADMIN_HOST: loopback.describe('Address that the admin routes listen on. Keep it private.'),
  ADMIN_PORT: port(3002).describe('Port of the admin routes.'),
  ADMIN_API_KEY: z
    .string()
    .regex(/^admin_[A-Za-z0-9_-]{26,}$/, 'must be admin_ and at least 26 letters or digits')
    .optional()
    .describe(
      'First key of the admin routes, with the role owner: `admin_` and at least 26 characters. Without it, the admin routes accept only the keys that it created earlier (docs/operations/admin.md). Production refuses a key that is easy to guess.',
    ),
  METRICS_HOST: loopback.describe(
    'Address on which a process serves /metrics, /healthz and /readyz without a key. Keep it private (docs/operations/metrics.md).',
  ),
  METRICS_PORT: port(3003).describe(
    'Port of the metrics listener in a process with the API. If the port is in use, the process runs without the listener and logs an error.',
  ),
  WORKER_METRICS_PORT: port(3004).describe(
    'Port of the metrics listener in a process that is only a worker, so that an API and a worker can share a machine. Give each of several workers on one machine its own port.',
  ),
};

export const limits = {
  API_REQUEST_TIMEOUT_SECONDS: number(30, 1, 600).describe(
    'Maximum seconds to receive a complete request. Headers must arrive within 15 seconds. A slower request is answered 408. A bulk send and a file to import have as much time again for each megabyte that arrives, for up to 23 hours. It applies to the production, the sandbox and the admin listener.',
  ),
  API_RESPONSE_TIMEOUT_SECONDS: number(60, 1, 600).describe(
    'Maximum seconds to send a response after it has begun. A response that is sent in parts, such as the rejected rows of an import, has as much time again for each megabyte that is read. The connection of a client that reads more slowly is closed. It applies to the production, the sandbox and the admin listener.',
  ),
  API_MAX_CONNECTIONS: integer(5000, 1, 1_000_000).describe(
    'Maximum connections of each listener of the API. At the limit, a new connection closes the oldest one that waits for its client (idle, or with an incomplete request or response), from the address with the most connections. If there is none, the new connection is closed.',
  ),
  API_MAX_CONNECTIONS_PER_ADDRESS: integer(1000, 1, 1_000_000).describe(
    'Maximum connections per client address, or per /64 network of IPv6, to each listener of the API. At the limit, a new connection closes the oldest one of the same address that waits for its client. If there is none, the new connection is closed. Addresses in API_TRUSTED_PROXIES have no limit of their own.',
  ),
  API_TRUSTED_PROXIES: readBy(parseSubnets).describe(
    'Networks of your reverse proxies in CIDR notation, separated by commas, for example 10.0.0.5/32. X-Forwarded-For from these networks gives the address of the client. If it is not set, the address of the connection is the address of the client.',
  ),
  IMPORT_MAX_MEGABYTES: integer(256, 1, 4096).describe(
    'Maximum megabytes of a file that is imported into a topic, after decompression. A larger one is answered 413.',
  ),
  API_WRONG_KEYS_PER_MINUTE: integer(60, 1, 1_000_000).describe(
    'Maximum wrong keys per client address and minute that each API process answers with 401. Further ones are answered 429. A valid key is always accepted.',
  ),
};
